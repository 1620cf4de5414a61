// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '@perfuse/ui/feedback/Banner.tsx';

/** States that the numbers come from a video file, not from the person in front of the screen. */
export function RecordedNotice(): ReactNode {
  const { t } = useTranslation('camera');
  return <Banner>{t('recording.result')}</Banner>;
}
