// SPDX-License-Identifier: Apache-2.0
/** Error over mean of value and truth, a panel per quantity (Bland and Altman 1986, doi:10.1016/S0140-6736(86)90837-8). */
import { axisOf, tickText, type Axis } from '../svg/axis.ts';
import { element, label, picture } from '../svg/svg.ts';
import type { Quantity, RecordingResult, SetName } from './report.ts';
import { agreement, type Pair } from './statistics.ts';
import { pairsOf } from './summary.ts';

/** Sets with a real ground truth; another product's figures are not one. */
const SHOWN = [
  { set: 'video', text: 'face video', className: 'b' },
  { set: 'trace', text: 'face trace', className: 'a' },
  { set: 'finger', text: 'finger beside a chest strap', className: 'c' },
  { set: 'beats', text: 'beats of another camera method', className: 'd' },
] as const satisfies readonly { set: SetName; text: string; className: string }[];

const PANELS = [
  { quantity: 'hr', text: 'Heart rate', unit: '1/min' },
  { quantity: 'rr', text: 'Breathing', unit: '1/min' },
  { quantity: 'sdnn', text: 'SDNN', unit: 'ms' },
  { quantity: 'rmssd', text: 'RMSSD', unit: 'ms' },
] as const satisfies readonly { quantity: Quantity; text: string; unit: string }[];

const PANEL = { width: 470, height: 320, gap: 20 } as const;
const PLOT = { left: 62, right: 84, top: 66, bottom: 46 } as const;
const TOP = 92;

interface Dot extends Pair {
  readonly className: string;
}

export function marker(
  { className }: { readonly className: string },
  x: number,
  y: number,
): string {
  const name = `mark ${className}`;
  if (className === 'b') return element('circle', { class: name, cx: x, cy: y, r: 5.2 });
  if (className === 'a')
    return element('rect', { class: name, x: x - 4, y: y - 4, width: 8, height: 8 });
  const size = 5.6;
  const down = className === 'd' ? -1 : 1;
  const points = `${x.toFixed(1)},${(y - down * size).toFixed(1)} ${(x + size).toFixed(1)},${(y + down * size * 0.8).toFixed(1)} ${(x - size).toFixed(1)},${(y + down * size * 0.8).toFixed(1)}`;
  return element('polygon', { class: name, points });
}

interface Plot {
  readonly x: Axis;
  readonly y: Axis;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

const across = (className: string, { y, left, right }: Plot, value: number): string =>
  element('line', { class: className, x1: left, x2: right, y1: y.at(value), y2: y.at(value) });

/** The ticks of both axes, and the line of no error. */
export function grid(plot: Plot): string {
  const { x, y, left, bottom } = plot;
  return [
    ...y.ticks.map(
      (tick) =>
        across('grid', plot, tick) +
        label(left - 8, y.at(tick) + 4, tickText(tick), { class: 'soft', 'text-anchor': 'end' }),
    ),
    ...x.ticks.map((tick) =>
      label(x.at(tick), bottom + 17, tickText(tick), { class: 'soft', 'text-anchor': 'middle' }),
    ),
    across('axis', plot, 0),
  ].join('');
}

/** A line at an error, with its number. */
export const level = (plot: Plot, value: number, className: string): string =>
  across(className, plot, value) +
  label(plot.right + 6, plot.y.at(value) + 4, signed(value), { class: 'soft' });

function panel(dots: readonly Dot[], text: string, unit: string): string {
  const { width, height } = PANEL;
  const frame = element('rect', { class: 'card', width, height, rx: 10 });
  const heading = label(18, 28, text, { class: 'heading' });
  const { n, mae, bias, r, lowerLimit, upperLimit } = agreement(dots);
  if (mae === null || bias === null) {
    return `${frame}${heading}${label(18, 50, 'No recording has this value.', { class: 'soft' })}`;
  }
  const [left, right] = [PLOT.left, width - PLOT.right];
  const [top, bottom] = [PLOT.top, height - PLOT.bottom];
  const errors = dots.map(({ truth, value }) => value - truth);
  const limits = [lowerLimit, upperLimit].flatMap((limit) => limit ?? []);
  const x = axisOf(
    dots.map(({ truth, value }) => (truth + value) / 2),
    left,
    right,
  );
  const y = axisOf([...errors, ...limits, 0], bottom, top);
  const figures = `n ${String(n)}, mean error ${mae.toFixed(2)} ${unit}${r === null ? '' : `, r ${r.toFixed(3)}`}`;
  const plot = { x, y, left, right, bottom };
  return [
    frame,
    heading,
    label(18, 48, figures, { class: 'soft' }),
    grid(plot),
    ...limits.map((limit) => level(plot, limit, 'limit')),
    level(plot, bias, 'bias'),
    ...dots.map((dot) =>
      marker(dot, x.at((dot.truth + dot.value) / 2), y.at(dot.value - dot.truth)),
    ),
    label((left + right) / 2, height - 10, `mean of found and true, ${unit}`, {
      class: 'soft',
      'text-anchor': 'middle',
    }),
    label(0, 0, `found minus true, ${unit}`, {
      class: 'soft',
      'text-anchor': 'middle',
      transform: `translate(16 ${String((top + bottom) / 2)}) rotate(-90)`,
    }),
  ].join('');
}

export const signed = (value: number): string =>
  `${value >= 0 ? '+' : '−'}${Math.abs(value).toFixed(2)}`;

function legend(recordings: readonly RecordingResult[]): string {
  const shown = SHOWN.filter(({ set }) => recordings.some((one) => one.set === set));
  let x = 26;
  return shown
    .map((one) => {
      const at = x;
      x += 34 + 7.1 * one.text.length;
      return marker(one, at, 66) + label(at + 11, 70, one.text, { class: 'soft' });
    })
    .join('');
}

/** Every value given against its truth. Solid: bias; dashed: 95 % limits of agreement, over all values shown. */
export function blandAltman(recordings: readonly RecordingResult[]): string {
  const width = 2 * PANEL.width + 3 * PANEL.gap;
  const height = TOP + 2 * (PANEL.height + PANEL.gap) + 12;
  const panels = PANELS.map(({ quantity, text, unit }, index) => {
    const dots = SHOWN.flatMap(({ set, className }) =>
      pairsOf(
        recordings.filter((one) => one.set === set),
        quantity,
      ).map((pair) => ({ ...pair, className })),
    );
    const left = PANEL.gap + (index % 2) * (PANEL.width + PANEL.gap);
    const top = TOP + Math.floor(index / 2) * (PANEL.height + PANEL.gap);
    const transform = `translate(${String(left)} ${String(top)})`;
    return element('g', { transform }, panel(dots, text, unit));
  });
  const inner = [
    label(24, 40, 'Agreement with the truth', { class: 'title' }),
    legend(recordings),
    ...panels,
    label(
      24,
      height - 8,
      'Solid: bias. Dashed: 95 % limits of agreement. Refused values are not shown.',
      {
        class: 'soft',
      },
    ),
  ];
  const description =
    'Bland-Altman plots of heart rate, breathing, SDNN and RMSSD: error against the mean of found and true value.';
  return picture(
    width,
    height,
    { title: 'Agreement with the truth', description },
    inner.join('\n'),
  );
}
