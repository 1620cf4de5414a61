// SPDX-License-Identifier: Apache-2.0
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../app/i18n/format.ts';
import { Stars } from '../../ui/Stars.tsx';
import styles from './Readouts.module.css';
import { usePhase, useSnapshot } from './use-measurement.ts';

/** A heart that beats with the pulse. */
function Heart({ bpm }: { readonly bpm: number | null }): ReactNode {
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--beat': `${(60 / (bpm ?? 60)).toFixed(3)}s`,
  };
  return (
    <svg
      viewBox="0 0 24 24"
      className={styles['heart']}
      data-beating={bpm !== null}
      style={style}
      aria-hidden="true"
      focusable="false"
    >
      <path d="M12 20.5S3.500 15 3.500 9A4.700 4.700 0 0 1 12 6.300 4.700 4.700 0 0 1 20.500 9C20.500 15 12 20.500 12 20.500z" />
    </svg>
  );
}

/** Remaining seconds, pulse and signal quality while filming. */
export function Readouts(): ReactNode {
  const { t, i18n } = useTranslation('measurement');
  const phase = usePhase();
  const secondsLeft = useSnapshot((snapshot) => snapshot.context.secondsLeft);
  const bpm = useSnapshot((snapshot) => snapshot.context.reading?.bpm ?? null);
  const stars = useSnapshot((snapshot) => snapshot.context.reading?.stars ?? 0);
  const rate = bpm === null ? '–' : formatNumber(bpm, 0, i18n.language);
  return (
    <dl className={styles['readouts']}>
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
