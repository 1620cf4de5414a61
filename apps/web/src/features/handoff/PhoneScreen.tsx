// SPDX-License-Identifier: Apache-2.0
import { useCallback, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useNewLink } from '../../launch/use-new-link.ts';
import { PATHS } from '../../routes/paths.ts';
import { useIsCallbackMode, useServices } from '../../services/use-services.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { FaceIllustration } from '@perfuse/ui/graphics/FaceIllustration.tsx';
import { Screen } from '../../components/screen/Screen.tsx';
import type { PreloadState } from '../../routes/after-preload.ts';
import { useRedeemHandOff } from './use-redeem-handoff.ts';

/** The purpose of this device; every step before it was done on the other one. */
const TO_CAMERA: PreloadState = { wanted: PATHS.measurement };

/** Opened by the code that a desktop shows: takes over from there and continues at the camera. */
export function PhoneScreen(): ReactNode {
  const { t } = useTranslation('handoff');
  useNewLink();
  const navigate = useNavigate();
  const { account } = useServices();
  const isCallbackMode = useIsCallbackMode();
  const proceed = useCallback(
    () => void navigate(PATHS.preload, { replace: true, state: TO_CAMERA }),
    [navigate],
  );
  const { phase, name, retry } = useRedeemHandOff(proceed);
  // Below `/phone` is the configuration of an organisation's visit, which only the other device can continue.
  const { '*': configId = '' } = useParams();
  const start = isCallbackMode ? PATHS.preload : PATHS.entry;

  if (phase === 'arrived' && name !== null) {
    return (
      <Screen
        key="arrived"
        title={t('phone.signedIn.title')}
        lead={t('phone.signedIn.lead', { name })}
        actions={
          <>
            <Button onPress={proceed}>{t('phone.signedIn.continue')}</Button>
            <Button
              variant="secondary"
              onPress={() => {
                account.signOut('requested');
                void navigate(start, { replace: true });
              }}
            >
              {t('phone.signedIn.notMe')}
            </Button>
          </>
        }
      />
    );
  }
  if (phase === 'refused') {
    return (
      <Screen
        key="refused"
        title={t('phone.refused.title')}
        lead={t('phone.refused.lead')}
        actions={
          configId === '' ? (
            <Button variant="secondary" onPress={() => void navigate(start, { replace: true })}>
              {t('phone.refused.start')}
            </Button>
          ) : undefined
        }
      />
    );
  }
  if (phase === 'offline' || phase === 'failed') {
    return (
      <Screen
        key={phase}
        title={t(`phone.${phase}.title`)}
        lead={<span role="alert">{t(`phone.${phase}.lead`)}</span>}
        actions={<Button onPress={retry}>{t('retry')}</Button>}
      />
    );
  }
  return (
    <Screen
      key="coming"
      title={t('phone.coming.title')}
      lead={<span role="status">{t('phone.coming.lead')}</span>}
      art={<FaceIllustration />}
    />
  );
}
