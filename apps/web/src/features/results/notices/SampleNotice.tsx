// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '@perfuse/ui/feedback/Banner.tsx';
import { PlainButton } from '@perfuse/ui/form/PlainButton.tsx';
import { useSession } from '../../../services/use-services.ts';

/** States that the numbers are nobody's, and leads back to the person's own where this tab has some. */
export function SampleNotice({ hasOwn }: { readonly hasOwn: boolean }): ReactNode {
  const { t } = useTranslation('camera');
  const showOwn = useSession((session) => session.showEarlierResult);
  return (
    <Banner>
      {t('sample.result')}
      {hasOwn && (
        <>
          {' '}
          <PlainButton variant="quiet" onPress={showOwn}>
            {t('sample.own')}
          </PlainButton>
        </>
      )}
    </Banner>
  );
}
