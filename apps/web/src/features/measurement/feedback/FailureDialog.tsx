// SPDX-License-Identifier: Apache-2.0
import {
  FAILURES,
  type FailureCode,
  type FailureMessageKey,
} from '@perfuse/contract/failures/catalogue';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { SAMPLE } from '../../../platform/camera/recording.ts';
import { stepBeforeCamera } from '../../../routes/before-camera.ts';
import { PATHS } from '../../../routes/paths.ts';
import { useServices, useSession } from '../../../services/use-services.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';
import { ContinueOnPhone } from '../../handoff/ContinueOnPhone.tsx';
import { WatchSample } from '../../sample/WatchSample.tsx';
import { useMeasurement, usePhase, useSnapshot } from '../model/use-measurement.ts';

/** What happened, and how to continue. The person's own cancellation needs no explanation. */
export function FailureDialog(): ReactNode {
  const { callback } = useMeasurement();
  const phase = usePhase();
  const failure = useSnapshot((snapshot) => snapshot.context.failure);
  const isLeaving = useStore(callback.delivery) !== 'none';
  const ended = phase === 'cancelled' || phase === 'failed';
  if (!ended || failure === null || failure === 'CANCELED' || isLeaving) return null;
  return <Explained code={failure} />;
}

/** Messages that mention the service, or a connection to it, have other texts for an analysis on this device. */
const otherOnDevice = (key: FailureMessageKey): 'timedOut' | 'analysisFailed' | null =>
  key === 'timedOut' || key === 'analysisFailed' ? key : null;

interface ExplainedProps {
  readonly code: Exclude<FailureCode, 'CANCELED'>;
}

function Explained({ code }: ExplainedProps): ReactNode {
  const { t } = useTranslation(['measurement', 'camera']);
  const { session } = useServices();
  const { actor, callback, camera, wasOnDevice } = useMeasurement();
  // A playing video failed, not a camera.
  const video = code.startsWith('CAMERA_') ? camera.plays() : null;
  const navigate = useNavigate();
  const before = useSession(stepBeforeCamera);
  const { messageKey, severity, then } = FAILURES[code];
  const { context } = actor.getSnapshot();
  const other = wasOnDevice() ? otherOnDevice(messageKey) : null;
  const byCallback = callback.waitsFor(context);
  const dismiss = (): void => {
    actor.send({ type: 'DISMISS' });
    if (then === 'profile') void navigate(before);
    if (then !== 'consent') return;
    // Until the consent is given again, no screen that depends on it is shown.
    session.getState().withdrawConsent();
    void navigate(PATHS.consent);
  };
  const isLast = then !== 'measure-again' && then !== 'permission';
  return (
    <Dialog
      isOpen
      {...(byCallback ? {} : { onClose: dismiss })}
      role="alertdialog"
      tone={severity}
      title={
        video === null ? t(`failures.${messageKey}.title`) : t('camera:recording.failed.title')
      }
      actions={
        <>
          {byCallback ? (
            <Button variant="secondary" onPress={() => callback.leaveWith(context)}>
              {t('leave')}
            </Button>
          ) : (
            <Button variant={isLast ? 'primary' : 'secondary'} onPress={dismiss}>
              {t('ok')}
            </Button>
          )}
          {code.startsWith('CAMERA_') && (
            <>
              <ContinueOnPhone variant="secondary" />
              {video !== SAMPLE && <WatchSample variant="secondary" />}
            </>
          )}
          {then === 'measure-again' && (
            <Button onPress={() => actor.send({ type: 'OPEN_CAMERA' })}>{t('measureAgain')}</Button>
          )}
          {then === 'permission' && (
            <Button onPress={() => void navigate(PATHS.permission)}>{t('showMeHow')}</Button>
          )}
        </>
      }
    >
      <p>
        {video === SAMPLE
          ? t('camera:sample.failed')
          : video !== null
            ? t('camera:recording.failed.message')
            : other === null
              ? t(`failures.${messageKey}.message`)
              : t(`onDevice.failures.${other}`)}
      </p>
    </Dialog>
  );
}
