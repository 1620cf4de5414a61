// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '@perfuse/ui/feedback/Banner.tsx';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { CameraIcon, ShieldIcon } from '@perfuse/ui/graphics/icons.tsx';
import { FaceIllustration } from '@perfuse/ui/graphics/FaceIllustration.tsx';
import { Screen } from '../../components/screen/Screen.tsx';
import { DeviceChoice } from '../../components/DeviceChoice.tsx';
import { useAnalysisPlace } from '../../services/analysis-place.ts';
import { CameraProblem } from './CameraProblem.tsx';
import { ContinueOnPhone } from '../handoff/ContinueOnPhone.tsx';
import { WatchSample } from '../sample/WatchSample.tsx';
import styles from './CameraConsentScreen.module.css';
import { useAgree } from './use-agree.ts';

/** Explains what the camera is for before it is requested. */
export function CameraConsentScreen(): ReactNode {
  const { t } = useTranslation('camera-consent');
  const { places, isOnDevice } = useAnalysisPlace();
  const { isPending, failure, agree, dismiss } = useAgree();
  return (
    <Screen
      width="page"
      banner={<Banner>{t('banner')}</Banner>}
      title={t('title')}
      lead={t('lead')}
      art={<FaceIllustration />}
      actions={
        <>
          <Button isPending={isPending} onPress={() => void agree()}>
            {t('agree')}
          </Button>
          <ContinueOnPhone />
          <WatchSample />
          <p role="status" className={styles['asking']}>
            {isPending && t('asking')}
          </p>
        </>
      }
    >
      <div className={styles['cards']}>
        <Card title={t('camera.title')} icon={<CameraIcon />}>
          <p>{t('camera.text')}</p>
          <p>{t('camera.pictures')}</p>
        </Card>
        <Card title={t(isOnDevice ? 'onDevice.title' : 'data.title')} icon={<ShieldIcon />}>
          <p>{t(isOnDevice ? 'onDevice.text' : 'data.text')}</p>
          <p>{t('data.kept')}</p>
          {places === 'choice' && <DeviceChoice>{t('onDevice.choose')}</DeviceChoice>}
        </Card>
      </div>
      <Card tone="notice" title={t('notice.title')}>
        <p>{t('notice.text')}</p>
      </Card>
      <p className={styles['disclaimer']}>{t('disclaimer')}</p>
      <CameraProblem failure={failure} onClose={dismiss} />
    </Screen>
  );
}
