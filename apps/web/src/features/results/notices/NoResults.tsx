// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PATHS } from '../../../routes/paths.ts';
import { Banner } from '@perfuse/ui/feedback/Banner.tsx';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { FaceIllustration } from '@perfuse/ui/graphics/FaceIllustration.tsx';
import { Screen } from '../../../components/screen/Screen.tsx';

/** Shown without a measurement: explains that there is no result and leads to the measurement. */
export function NoResults(): ReactNode {
  const { t } = useTranslation('results');
  const navigate = useNavigate();
  return (
    <Screen
      banner={<Banner>{t('banner')}</Banner>}
      title={t('empty.title')}
      lead={t('empty.text')}
      art={<FaceIllustration />}
      actions={
        <Button onPress={() => void navigate(PATHS.measurement)}>{t('empty.measure')}</Button>
      }
    />
  );
}
