// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { cells, CODECS, LIGHTS, SKINS, type Cell } from './grid.ts';
import { heatMap } from './heat-map.ts';
import { fairnessPage } from './page.ts';
import { subjectOptions, tryCell, type Outcome } from './study.ts';
import { answeredShare, summarise } from './summary.ts';

const grid = cells();
const [first] = grid;
if (first === undefined) throw new Error('The grid is empty.');
const easy: Cell = first;

describe('the grid', () => {
  it('holds every combination once', () => {
    expect(grid).toHaveLength(6 * 5 * 2 * 3 * 3 * 3);
    expect(new Set(grid.map((cell) => JSON.stringify(cell))).size).toBe(grid.length);
  });

  it('spreads heart rates alike over every skin', () => {
    const means = SKINS.map((skin) => {
      const rates = grid.flatMap((cell, at) =>
        cell.skin === skin ? [subjectOptions(at).bpm ?? 0] : [],
      );
      return rates.reduce((sum, one) => sum + one, 0) / rates.length;
    });
    for (const mean of means) expect(mean).toBeCloseTo(85, 0);
  });
});

describe('one subject', () => {
  it('is read right in good conditions, and the same every time', () => {
    const once = tryCell(easy, 3, true);
    expect(Math.abs((once.value ?? 0) - once.truth)).toBeLessThan(1);
    expect(tryCell(easy, 3, true)).toEqual(once);
  });

  it('is refused without a pulse', () => {
    expect(tryCell(easy, 3, false).value).toBeNull();
  });
});

describe('figures over the grid', () => {
  const outcome = (value: number | null, change: Partial<Cell> = {}): Outcome => ({
    cell: { ...easy, ...change },
    pulse: true,
    truth: 70,
    value,
  });
  const some = [outcome(71), outcome(null), outcome(80, { light: LIGHTS[4] }), outcome(69)];

  it('count refusals over all, errors over what was given', () => {
    expect(summarise(some)).toEqual({ n: 4, refused: 0.25, mae: 4, worst: 10, wrong: 0.25 });
    expect(summarise([]).mae).toBeNaN();
    expect(answeredShare(some)).toBe(0.75);
  });

  it('are drawn and written, with a dash where there is nothing', () => {
    const svg = heatMap([...some, outcome(null, { codec: CODECS[2], skin: SKINS[5] })]);
    expect(svg).toContain('43 %');
    expect(svg).toContain('–');
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    const page = fairnessPage(some, [
      {
        melanosomes: 0.25,
        lux: 300,
        truth: 72,
        video: { value: 72.1, snrDb: 9 },
        traces: { value: null, snrDb: -100 },
      },
    ]);
    expect(page.replace(/ +/g, ' ')).toContain(
      '| 25.0 % | 300 lx | 72.0 | 72.1 (9.0 dB) | refused |',
    );
    expect(page).not.toMatch(/NaN|undefined/);
    expect(page).toContain('on people of all skin tones');
  });
});
