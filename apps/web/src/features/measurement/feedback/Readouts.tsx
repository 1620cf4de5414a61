// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../i18n/format.ts';
import { Stars } from '../../../components/Stars.tsx';
import { Heart } from './Heart.tsx';
import styles from './Readouts.module.css';
import { usePhase, useSnapshot } from '../model/use-measurement.ts';

/** Remaining seconds, pulse and signal quality while filming. */
export function Readouts(): ReactNode {
  const { t, i18n } = useTranslation('measurement');
  const phase = usePhase();
  const secondsLeft = useSnapshot((snapshot) => snapshot.context.secondsLeft);
  const bpm = useSnapshot((snapshot) => snapshot.context.reading?.bpm ?? null);
  const stars = useSnapshot((snapshot) => snapshot.context.reading?.stars ?? 0);
  const rate = bpm === null ? '–' : formatNumber(bpm, 0, i18n.language);
  return (
    <dl className={styles['readouts']} data-part="readouts">
      {phase === 'measuring' && (
        <div className={styles['readout']}>
          <dt>{t('readouts.seconds')}</dt>
          <dd className={styles['number']}>{secondsLeft}</dd>
        </div>
      )}
      <div className={styles['readout']}>
        <dt>{t('readouts.pulse')}</dt>
        <dd className={styles['number']}>
          <Heart bpm={bpm} />
          <span>{rate}</span>
          <span className={styles['unit']}>{t('readouts.bpm')}</span>
        </dd>
      </div>
      <div className={styles['readout']}>
        <dt>{t('readouts.signal')}</dt>
        <dd className={styles['stars']}>
          <Stars count={stars} />
        </dd>
      </div>
    </dl>
  );
}
