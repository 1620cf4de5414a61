// SPDX-License-Identifier: Apache-2.0
import { element, label, picture } from '../svg/svg.ts';
import { FACTORS, SKINS, type Factor } from './grid.ts';
import type { Outcome } from './study.ts';
import { summarise, withoutCodec, type Summary } from './summary.ts';

const CELL = { width: 80, height: 34, gap: 3 } as const;
const LEFT = 62;

interface Map {
  readonly title: string;
  readonly factor: Factor;
  /** Over all levels of compression; otherwise only without compression. */
  readonly codecs?: boolean;
  readonly pick: (summary: Summary) => number;
  readonly text: (value: number) => string;
  /** The value shown in the full colour. */
  readonly full: number;
}

const percent = (value: number): string => `${(100 * value).toFixed(0)} %`;
const refusal = (title: string, factor: Factor): Map => ({
  title,
  factor,
  pick: ({ refused }) => refused,
  text: percent,
  full: 1,
});

const ROWS: readonly (readonly Map[])[] = [
  [
    refusal('Refused, by light', 'light'),
    {
      title: 'Mean error of values given, 1/min, by light',
      factor: 'light',
      pick: ({ mae }) => mae,
      text: (value) => value.toFixed(2),
      full: 3,
    },
  ],
  [
    refusal('Refused, by motion', 'motion'),
    refusal('Refused, by camera timing', 'timing'),
    refusal('Refused, by light colour', 'colour'),
  ],
  [
    { ...refusal('Refused, by compression', 'codec'), codecs: true },
    {
      title: 'Wrong by over 5, by compression',
      factor: 'codec',
      codecs: true,
      pick: ({ wrong }) => wrong,
      text: (value) => `${(100 * value).toFixed(1)} %`,
      full: 0.05,
    },
  ],
];

const widthOf = ({ factor }: Map): number =>
  LEFT + FACTORS[factor].length * (CELL.width + CELL.gap) + 28;
const MAP_HEIGHT = 58 + SKINS.length * (CELL.height + CELL.gap) + 14;

function drawMap(map: Map, all: readonly Outcome[]): string {
  const outcomes = map.codecs === true ? all : withoutCodec(all);
  const levels = FACTORS[map.factor];
  const parts = [
    element('rect', { class: 'card', width: widthOf(map) - 8, height: MAP_HEIGHT, rx: 10 }),
    label(14, 24, map.title, { class: 'heading' }),
  ];
  levels.forEach((level, column) => {
    const x = LEFT + column * (CELL.width + CELL.gap);
    const middle = { class: 'soft', 'text-anchor': 'middle' };
    parts.push(label(x + CELL.width / 2, 46, level.text, middle));
    SKINS.forEach((skin, row) => {
      const y = 54 + row * (CELL.height + CELL.gap);
      const found = summarise(
        outcomes.filter(({ cell }) => cell.skin === skin && cell[map.factor] === level),
      );
      const value = map.pick(found);
      const isKnown = Number.isFinite(value);
      const strength = isKnown ? Math.min(1, value / map.full) : 0;
      const { width, height } = CELL;
      const fill = { class: 'b', 'fill-opacity': String(0.06 + 0.62 * strength) };
      parts.push(element('rect', { ...fill, x, y, width, height, rx: 5 }));
      const shown = isKnown ? map.text(value) : '–';
      parts.push(label(x + width / 2, y + 22, shown, { 'text-anchor': 'middle' }));
    });
  });
  SKINS.forEach((skin, row) => {
    const y = 54 + row * (CELL.height + CELL.gap) + 22;
    parts.push(label(LEFT - 8, y, skin.text, { class: 'soft', 'text-anchor': 'end' }));
  });
  return parts.join('');
}

/**
 * Refusals and errors by skin and each other factor, pooled over the rest. @param outcomes of subjects with a pulse.
 */
export function heatMap(outcomes: readonly Outcome[]): string {
  const gap = 12;
  const top = 96;
  const width = Math.max(
    ...ROWS.map((row) => row.reduce((sum, map) => sum + widthOf(map), 0) + 2 * gap + 16),
  );
  const height = top + ROWS.length * (MAP_HEIGHT + gap) + 10;
  const parts = [
    label(24, 40, 'Heart rate on synthetic skin: refusals and errors', {
      class: 'title',
    }),
    label(
      24,
      66,
      'Rows: share of melanosomes in the epidermis (1.3 to 6.3 % light, 11 to 16 % moderate, 18 to 43 % dark). All other conditions pooled; no codec unless compression is named.',
      { class: 'soft' },
    ),
  ];
  ROWS.forEach((row, at) => {
    let x = 16;
    for (const map of row) {
      const transform = `translate(${String(x)} ${String(top + at * (MAP_HEIGHT + gap))})`;
      parts.push(element('g', { transform }, drawMap(map, outcomes)));
      x += widthOf(map) + gap / 2;
    }
  });
  const description =
    'Heat maps of refusal and error of the heart rate over skin melanin and light, motion, timing, compression and colour temperature.';
  const title = 'Fairness on synthetic skin';
  return picture(width, height, { title, description }, parts.join('\n'));
}
