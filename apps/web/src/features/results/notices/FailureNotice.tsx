// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { knownFailure } from '../model/reasons.ts';

/** A measurement that broke off: what happened, and the code to quote. */
export function FailureNotice({ error }: { readonly error: string }): ReactNode {
  const { t } = useTranslation('reasons');
  return (
    <Card tone="notice">
      <p>{t(`failure.${knownFailure(error)}`)}</p>
      <p>
        <code>{error}</code>
      </p>
    </Card>
  );
}
