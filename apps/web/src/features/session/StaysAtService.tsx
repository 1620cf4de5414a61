// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../services/use-services.ts';
import { isForDeviceOnly } from '../../session/session-state.ts';

export interface StaysAtServiceProps {
  /** Also explains how to delete it there, for a person who has time to read on. */
  readonly isLong?: boolean;
}

/** Shown before a guest is forgotten: what the service keeps of them; nothing where it processes nothing. */
export function StaysAtService({ isLong = false }: StaysAtServiceProps): ReactNode {
  const { t } = useTranslation('session');
  const isProcessed = useSession(
    (session) => session.consentCompleted && !isForDeviceOnly(session),
  );
  if (!isProcessed) return null;
  return (
    <>
      <p>{t('atService.kept')}</p>
      {isLong && <p>{t('atService.withdraw')}</p>}
    </>
  );
}
