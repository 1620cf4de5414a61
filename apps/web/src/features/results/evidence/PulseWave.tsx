// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '@perfuse/contract/results/evidence';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type uPlot from 'uplot';
import { formatNumber } from '../../../i18n/format.ts';
import { leftAxis, lowerAxis } from './axes.ts';
import type { Palette } from './palette.ts';
import { Plot } from './Plot.tsx';
import { spread, waveSeries, type WaveSeries } from './series.ts';

const HEIGHT = 190;
/** Points of the wave that one arrow key moves: a tenth of a second. */
const STEP = 3;

/** A dot on the wave and a tick below the upper edge for each beat. */
function drawBeats(self: uPlot, beats: WaveSeries['beats'], { alert }: Palette): void {
  const { ctx, bbox } = self;
  const px = window.devicePixelRatio;
  ctx.save();
  ctx.fillStyle = alert;
  ctx.strokeStyle = alert;
  ctx.lineWidth = 1.5 * px;
  for (const { time, height } of beats) {
    const x = self.valToPos(time, 'x', true);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + 7 * px);
    ctx.stroke();
    if (height === null) continue;
    ctx.beginPath();
    ctx.arc(x, self.valToPos(height, 'y', true), 3 * px, 0, 2 * Math.PI);
    ctx.fill();
  }
  ctx.restore();
}

/** The measured pulse wave with its beats. */
export function PulseWave({ evidence }: { readonly evidence: Evidence }): ReactNode {
  const { t, i18n } = useTranslation('evidence');
  const { language } = i18n;
  const series = useMemo(() => waveSeries(evidence), [evidence]);
  const data = useMemo((): uPlot.AlignedData => [[...series.time], [...series.wave]], [series]);
  const heights = series.wave.filter((value) => value !== null);
  const lastBeat = (time: number): number =>
    series.beats.filter((beat) => beat.time <= time).length;
  return (
    <Plot
      label={t('wave.title')}
      data={data}
      height={HEIGHT}
      step={STEP}
      options={(palette) => ({
        scales: { x: { time: false }, y: { range: () => [...spread(heights, 0.12)] } },
        axes: [lowerAxis(palette, t('axis.seconds'), language), leftAxis(palette, language, false)],
        series: [
          {},
          { stroke: palette.accent, width: 1.75, points: { show: false }, spanGaps: false },
        ],
        hooks: { draw: [(self) => drawBeats(self, series.beats, palette)] },
      })}
      readout={(index) => {
        const time = series.time[index] ?? 0;
        const seconds = formatNumber(time, 1, language);
        if (series.wave[index] === null) return t('wave.hole', { seconds });
        return series.beats.length === 0
          ? t('wave.at', { seconds })
          : t('wave.atBeat', { seconds, beat: lastBeat(time), count: series.beats.length });
      }}
    />
  );
}
