// SPDX-License-Identifier: Apache-2.0
import { useRef, type ReactNode } from 'react';
import type { PressEvent } from 'react-aria-components/Button';
import { useTranslation } from 'react-i18next';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { useSession } from '../../../services/use-services.ts';
import styles from '../MeasurementScreen.module.css';
import { useIsRunning, useFilming, usePhase } from '../model/use-measurement.ts';

/**
 * In narrow windows Cancel and Start replace each other in the same place: a second press there within this time was
 * meant for the earlier button, ms.
 */
const DOUBLE_PRESS_MS = 500;
/** Two presses closer than this are at the same place; the centres of two neighbouring buttons are further apart, CSS px. */
const ONE_PLACE_PX = 40;

type Press = 'OPEN_CAMERA' | 'START' | 'CANCEL';

interface PlacedPress {
  readonly type: Press;
  readonly atMs: number;
  /** In the window, CSS px. */
  readonly x: number;
  readonly y: number;
}

/** Whether a press is the second one of a double press whose button another one has replaced in between. */
const isMeantForOther = (press: PlacedPress, before: PlacedPress | null): boolean =>
  before !== null &&
  press.type !== before.type &&
  press.atMs - before.atMs < DOUBLE_PRESS_MS &&
  Math.hypot(press.x - before.x, press.y - before.y) < ONE_PLACE_PX;

/**
 * One primary button whose label follows the step, so that the focus stays on it, and Cancel next to it. While the
 * camera starts or the face is not ready, it stays focusable and is announced as disabled, but is not really disabled,
 * which would lose the focus.
 */
export function Actions(): ReactNode {
  const { t } = useTranslation(['measurement', 'camera']);
  const { actor } = useFilming();
  const isSample = useSession((session) => session.isSample);
  const phase = usePhase();
  const running = useIsRunning();
  const live = phase === 'preparing' || phase === 'ready';
  const waiting = phase === 'starting' || phase === 'preparing';
  const lastPress = useRef<PlacedPress | null>(null);
  const press = (type: Press, { pointerType, target, x, y }: PressEvent): void => {
    const { left, top } = target.getBoundingClientRect();
    const now = { type, atMs: performance.now(), x: left + x, y: top + y };
    const hasPlace = pointerType !== 'keyboard' && pointerType !== 'virtual';
    if (hasPlace && isMeantForOther(now, lastPress.current)) return;
    lastPress.current = now;
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
