// SPDX-License-Identifier: Apache-2.0
import type { Evidence, IntervalUse } from '@perfuse/contract/results/evidence';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type uPlot from 'uplot';
import { formatNumber } from '../../../i18n/format.ts';
import { leftAxis, lowerAxis } from './axes.ts';
import type { Palette } from './palette.ts';
import { Plot } from './Plot.tsx';
import { spread, tachogram, type Interval } from './series.ts';

const HEIGHT = 190;
/** Least height of the axis, ms: the steadiest heart should not look like a storm. */
const LEAST_ROOM_MS = 120;

export interface BeatIntervalsProps {
  readonly evidence: Evidence;
  /** Their standard deviation as the result shows it, ms; null when it was not computed. */
  readonly sdnn: number | null;
}

/** Kinds differ in shape as well as in colour: a dot, a diamond, an open ring. */
function drawMark(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  size: number,
  use: IntervalUse,
): void {
  ctx.beginPath();
  if (use === 'irregular') {
    ctx.moveTo(x, y - 1.5 * size);
    ctx.lineTo(x + 1.5 * size, y);
    ctx.lineTo(x, y + 1.5 * size);
    ctx.lineTo(x - 1.5 * size, y);
    ctx.closePath();
  } else ctx.arc(x, y, size, 0, 2 * Math.PI);
  if (use === 'left-out') ctx.stroke();
  else ctx.fill();
}

function drawIntervals(self: uPlot, intervals: readonly Interval[], palette: Palette): void {
  const { ctx } = self;
  const px = window.devicePixelRatio;
  ctx.save();
  ctx.lineWidth = 1.5 * px;
  ctx.strokeStyle = palette.soft;
  for (const { time, ms, use } of intervals) {
    ctx.fillStyle = use === 'irregular' ? palette.alert : palette.accent;
    drawMark(ctx, self.valToPos(time, 'x', true), self.valToPos(ms, 'y', true), 3.2 * px, use);
  }
  ctx.restore();
}

function drawSpread(self: uPlot, mean: number, sdnn: number, palette: Palette): void {
  const { ctx, bbox } = self;
  const top = self.valToPos(mean + sdnn, 'y', true);
  const bottom = self.valToPos(mean - sdnn, 'y', true);
  ctx.save();
  ctx.fillStyle = palette.band;
  ctx.fillRect(bbox.left, top, bbox.width, bottom - top);
  ctx.strokeStyle = palette.soft;
  ctx.lineWidth = window.devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(bbox.left, (top + bottom) / 2);
  ctx.lineTo(bbox.left + bbox.width, (top + bottom) / 2);
  ctx.stroke();
  ctx.restore();
}

/** The time from each beat to the next, with their mean, their spread and the irregular ones. */
export function BeatIntervals({ evidence, sdnn }: BeatIntervalsProps): ReactNode {
  const { t, i18n } = useTranslation('evidence');
  const { language } = i18n;
  const { intervals, mean } = useMemo(() => tachogram(evidence), [evidence]);
  const data = useMemo(
    (): uPlot.AlignedData => [intervals.map(({ time }) => time), intervals.map(({ ms }) => ms)],
    [intervals],
  );
  const [low, high] = spread(
    intervals.map(({ ms }) => ms),
    0.15,
  );
  const middle = (low + high) / 2;
  const half = Math.max((high - low) / 2, LEAST_ROOM_MS / 2);
  return (
    <Plot
      label={t('intervals.title')}
      data={data}
      height={HEIGHT}
      options={(palette) => ({
        scales: { x: { time: false }, y: { range: () => [middle - half, middle + half] } },
        axes: [lowerAxis(palette, t('axis.seconds'), language), leftAxis(palette, language, true)],
        series: [{}, { stroke: palette.line, width: 1.25, points: { show: false } }],
        hooks: {
          drawClear: [
            (self) => {
              if (mean !== null && sdnn !== null) drawSpread(self, mean, sdnn, palette);
            },
          ],
          draw: [(self) => drawIntervals(self, intervals, palette)],
        },
      })}
      readout={(index) => {
        const interval = intervals[index];
        if (interval === undefined) return '';
        return t('intervals.at', {
          ms: formatNumber(interval.ms, 0, language),
          seconds: formatNumber(interval.time, 1, language),
          use: t(`use.${interval.use}`),
        });
      }}
    />
  );
}
