// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '@perfuse/contract/results/evidence';
import { linePath, type ChartFrame } from '@perfuse/ui/chart/frame.ts';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../i18n/format.ts';
import { Axes, margins, PLOT_HEIGHT } from './axes.tsx';
import { Plot } from './Plot.tsx';
import styles from './Plot.module.css';
import { spread, waveSeries, type WaveSeries } from './series.ts';

/** Number of points of the wave that one arrow key moves: a tenth of a second. */
const STEP = 3;

interface BeatsProps {
  readonly frame: ChartFrame;
  readonly beats: WaveSeries['beats'];
}

/** A dot on the wave and a tick below the upper edge for each beat. */
function Beats({ frame, beats }: BeatsProps): ReactNode {
  return beats.map(({ time, height }) => (
    <g key={time} className={styles['beat']}>
      <path d={`M${String(frame.x(time))} ${String(frame.top)}v7`} />
      {height !== null && <circle cx={frame.x(time)} cy={frame.y(height)} r={3} strokeWidth={0} />}
    </g>
  ));
}

/** The measured pulse wave with its beats. */
export function PulseWave({ evidence }: { readonly evidence: Evidence }): ReactNode {
  const { t, i18n } = useTranslation('evidence');
  const { language } = i18n;
  const { time, wave, beats } = useMemo(() => waveSeries(evidence), [evidence]);
  const heights = wave.filter((value) => value !== null);
  const lastBeat = (at: number): number => beats.filter((beat) => beat.time <= at).length;
  return (
    <Plot
      label={t('wave.title')}
      points={time}
      heightAt={(index) => wave[index] ?? null}
      step={STEP}
      height={PLOT_HEIGHT}
      margin={margins(false)}
      y={spread(heights, 0.12)}
      readout={(index) => {
        const at = time[index] ?? 0;
        const seconds = formatNumber(at, 1, language);
        if (wave[index] === null) return t('wave.hole', { seconds });
        return beats.length === 0
          ? t('wave.at', { seconds })
          : t('wave.atBeat', { seconds, beat: lastBeat(at), count: beats.length });
      }}
    >
      {(frame) => (
        <>
          <Axes frame={frame} label={t('axis.seconds')} language={language} />
          <path className={styles['line']} d={linePath(frame, time, wave)} />
          <Beats frame={frame} beats={beats} />
        </>
      )}
    </Plot>
  );
}
