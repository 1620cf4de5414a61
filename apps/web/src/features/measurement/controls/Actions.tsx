// SPDX-License-Identifier: Apache-2.0
import { useRef, type ReactNode } from 'react';
import type { PressEvent } from 'react-aria-components/Button';
import { useTranslation } from 'react-i18next';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { useSession } from '../../../services/use-services.ts';
import styles from '../MeasurementScreen.module.css';
import { useIsRunning, useFilming, usePhase } from '../model/use-measurement.ts';

/**
 * In narrow windows Cancel comes where Start was, and the other way round: a second press so soon was meant for what was
 * there, ms.
 */
const DOUBLE_PRESS_MS = 500;

/**
 * One primary button that changes its name with the step, so that the focus stays on it, and Cancel next to it. While
 * the camera starts or the face is not ready it waits: still there to be found, and said to be disabled, but not
 * really, which would drop the focus.
 */
export function Actions(): ReactNode {
  const { t } = useTranslation(['measurement', 'camera']);
  const { actor } = useFilming();
  const isSample = useSession((session) => session.isSample);
  const phase = usePhase();
  const running = useIsRunning();
  const live = phase === 'preparing' || phase === 'ready';
  const waiting = phase === 'starting' || phase === 'preparing';
  const pressedAtMs = useRef(-Infinity);
  const press = (type: 'OPEN_CAMERA' | 'START' | 'CANCEL', { pointerType }: PressEvent): void => {
    const nowMs = performance.now();
    const hasPlace = pointerType !== 'keyboard' && pointerType !== 'virtual';
    if (hasPlace && nowMs - pressedAtMs.current < DOUBLE_PRESS_MS) return;
    pressedAtMs.current = nowMs;
    actor.send({ type });
  };
  return (
    <div className={styles['actions']}>
      {!running && (
        <Button
          key="primary"
          isPending={waiting}
          onPress={(event) => press(live ? 'START' : 'OPEN_CAMERA', event)}
        >
          {live ? t('startMeasurement') : isSample ? t('camera:sample.watch') : t('startCamera')}
        </Button>
      )}
      {(running || live || phase === 'starting') && (
        <Button key="cancel" variant="secondary" onPress={(event) => press('CANCEL', event)}>
          {t('cancel')}
        </Button>
      )}
    </div>
  );
}
