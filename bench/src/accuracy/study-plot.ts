// SPDX-License-Identifier: Apache-2.0
/** A study's errors over the mean of camera and sensor (Bland and Altman 1986, doi:10.1016/S0140-6736(86)90837-8). */
import { axisOf } from '../svg/axis.ts';
import { label, picture } from '../svg/svg.ts';
import { grid, level, marker, signed } from './bland-altman.ts';
import type { RecordingResult, StudyFigures } from './report.ts';

/** Groups of the Monk scale, each with its own shape and colour. */
const TONE_GROUPS = [
  {
    text: 'Monk 1 to 4',
    className: 'a',
    holds: (tone: number | null) => tone !== null && tone <= 4,
  },
  {
    text: 'Monk 5 to 7',
    className: 'c',
    holds: (tone: number | null) => tone !== null && tone >= 5 && tone <= 7,
  },
  {
    text: 'Monk 8 to 10',
    className: 'b',
    holds: (tone: number | null) => tone !== null && tone >= 8,
  },
  { text: 'not stated', className: 'd', holds: (tone: number | null) => tone === null },
] as const;

const WIDTH = 860;
const HEIGHT = 440;
const PLOT = { left: 70, right: 96, top: 92, bottom: 52 } as const;

/** @returns the plot; empty where nothing can be compared. */
export function studyPlot(
  recordings: readonly RecordingResult[],
  { bias, lowerLimit, upperLimit, compared }: StudyFigures,
): string {
  const dots = recordings.flatMap(({ study, hr: { truth, value } }) =>
    study === null || truth === null || value === null
      ? []
      : [{ truth, value, tone: study.skinTone }],
  );
  if (dots.length === 0 || bias === null) return '';
  const [left, right] = [PLOT.left, WIDTH - PLOT.right];
  const [top, bottom] = [PLOT.top, HEIGHT - PLOT.bottom];
  const limits = [lowerLimit, upperLimit].flatMap((limit) => limit ?? []);
  const x = axisOf(
    dots.map(({ truth, value }) => (truth + value) / 2),
    left,
    right,
    8,
  );
  const y = axisOf(
    [...dots.map(({ truth, value }) => value - truth), ...limits, bias, 0],
    bottom,
    top,
  );
  const frame = { x, y, left, right, bottom };
  let legendX = left;
  const legend = TONE_GROUPS.filter(({ holds }) => dots.some(({ tone }) => holds(tone))).map(
    ({ text, className }) => {
      const at = legendX;
      legendX += 34 + 7.1 * text.length;
      return marker({ className }, at, 62) + label(at + 11, 66, text, { class: 'soft' });
    },
  );
  const inner = [
    label(24, 38, 'Heart rate of the camera minus that of the sensor', { class: 'title' }),
    ...legend,
    grid(frame),
    ...limits.map((limit) => level(frame, limit, 'limit')),
    level(frame, bias, 'bias'),
    ...dots.map(({ truth, value, tone }) => {
      const group = TONE_GROUPS.find(({ holds }) => holds(tone));
      const className = group?.className ?? 'd';
      return marker({ className }, x.at((truth + value) / 2), y.at(value - truth));
    }),
    label((left + right) / 2, HEIGHT - 12, 'mean of camera and sensor, 1/min', {
      class: 'soft',
      'text-anchor': 'middle',
    }),
  ];
  return picture(
    WIDTH,
    HEIGHT,
    {
      title: 'Bland-Altman plot',
      description: `${String(compared)} heart rates of the camera against those of the sensor: bias ${signed(bias)}, 95 % limits of agreement ${limits.map(signed).join(' to ')} per minute.`,
    },
    inner.join('\n'),
  );
}
