// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '@perfuse/ui/feedback/Banner.tsx';

/** States that no service has seen these numbers. */
export function OnDeviceNotice(): ReactNode {
  const { t } = useTranslation('results');
  return <Banner>{t('onDevice')}</Banner>;
}
