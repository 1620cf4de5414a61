// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import type { SensorState } from '../../platform/sensor/sensor.ts';
import styles from './Study.module.css';
import { useSensor } from './use-study.ts';

type Trouble = 'unsupported' | 'off' | 'denied' | 'unsuitable' | 'lost' | 'loose' | 'noPulse';

/** What is wrong with the sensor; null when nothing is. */
function troubleOf({ phase, sample }: SensorState): Trouble | null {
  switch (phase) {
    case 'unsupported':
    case 'off':
    case 'denied':
    case 'unsuitable':
    case 'lost':
      return phase;
    case 'connected':
      if (sample === null) return null;
      if (sample.contact === 'off') return 'loose';
      return sample.bpm === null || sample.isDoubtful === true ? 'noPulse' : null;
    case 'none':
    case 'choosing':
    case 'connecting':
      return null;
  }
}

type Quiet = 'none' | 'choosing' | 'connecting' | 'waiting' | 'intervals' | 'rates';

function quietOf({ phase, sample, sendsIntervals }: SensorState): Quiet | null {
  if (phase === 'none' || phase === 'choosing' || phase === 'connecting') return phase;
  if (phase !== 'connected') return null;
  if (sample === null) return 'waiting';
  return sendsIntervals ? 'intervals' : 'rates';
}

/**
 * The state of the sensor in one sentence, and what to do about it. Its rate is not shown, so that nobody waits for a
 * good one.
 */
export function SensorStatus(): ReactNode {
  const { t } = useTranslation('study');
  const name = useSensor((state) => state.name);
  const trouble = useSensor(troubleOf);
  const quiet = useSensor(quietOf);
  return (
    <div className={styles['sensor']}>
      <p role="status">
        {quiet !== null &&
          t(`sensor.state.${quiet}`, { name: name === '' ? t('sensor.unnamed') : name })}
      </p>
      <Message tone="error">{trouble !== null && t(`sensor.trouble.${trouble}`)}</Message>
    </div>
  );
}
