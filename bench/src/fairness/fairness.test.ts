// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { cells, CODECS, LIGHTS, SKINS, type Cell } from './grid.ts';
import { HARSH_LIGHTS, tryHarshLight, type HarshOutcome } from './harsh-light.ts';
import { heatMap } from './heat-map.ts';
import { COURSES, tryCourse } from './moving-rates.ts';
import { fairnessPage } from './page.ts';
import { subjectOptions, tryCell, type Outcome } from './study.ts';
import { answeredShare, goalsOf, misledShare, summarise } from './summary.ts';

const grid = cells();
const [first] = grid;
if (first === undefined) throw new Error('The grid is empty.');
const easy: Cell = first;

describe('the grid', () => {
  it('holds every combination once', () => {
    expect(grid).toHaveLength(6 * 5 * 2 * 3 * 3 * 3);
    expect(new Set(grid.map((cell) => JSON.stringify(cell))).size).toBe(grid.length);
  });

  it('has the same mean heart rate for every skin', () => {
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
  it('is measured correctly and reproducibly in good conditions', () => {
    const once = tryCell(easy, 3, true);
    expect(Math.abs((once.value ?? 0) - once.truth)).toBeLessThan(1);
    expect(tryCell(easy, 3, true)).toEqual(once);
  });

  it('is refused without a pulse', () => {
    expect(tryCell(easy, 3, false).value).toBeNull();
  });

  it('is reproducible in harsh light, which varies more than a pulse', () => {
    const [light] = HARSH_LIGHTS;
    const once = tryHarshLight(light, SKINS[1], 5, false);
    expect(once).toMatchObject({ pulse: false, skin: SKINS[1] });
    expect(tryHarshLight(light, SKINS[1], 5, false)).toEqual(once);
    expect(light.options().restless?.brightness).toBeGreaterThan(0.02);
  });

  it('with a changing rate has the mean of its course as the truth', () => {
    const rising = COURSES[1];
    const { hr, sdnn } = tryCourse(rising, SKINS[1], 7);
    expect(hr.truth).toBeGreaterThan(rising.fromBpm[0] + 10);
    expect(hr.truth).toBeLessThan(rising.fromBpm[1] + 15);
    // Includes the rise itself.
    expect(sdnn.truth).toBeGreaterThan(35);
  });
});

const stated = (deviation: number | null): Pick<Outcome, 'deviation' | 'snr'> => ({
  deviation,
  snr: 7,
});

describe('figures over the grid', () => {
  const outcome = (value: number | null, change: Partial<Cell> = {}): Outcome => ({
    cell: { ...easy, ...change },
    pulse: true,
    truth: 70,
    value,
    ...stated(1),
  });
  const some = [outcome(71), outcome(null), outcome(80, { light: LIGHTS[4] }), outcome(69)];

  it('count refusals over all subjects, and errors over the answered ones', () => {
    expect(summarise(some)).toEqual({ n: 4, refused: 0.25, mae: 4, worst: 10, wrong: 0.25 });
    expect(summarise([]).mae).toBeNaN();
    expect(answeredShare(some)).toBe(0.75);
  });

  const harsh = (pulse: boolean, value: number | null): HarshOutcome => ({
    ...{ light: HARSH_LIGHTS[0], skin: SKINS[0], pulse, truth: 70, value },
    ...stated(1),
  });

  it('count subjects as misled by a wrong answer, or by an answer without a pulse', () => {
    const four = [harsh(true, 71), harsh(true, 76), harsh(false, null), harsh(false, 70)];
    expect(misledShare(four)).toBe(0.5);
  });

  it('compare skins with each other, excluding coded videos', () => {
    const refusedDark = outcome(null, { skin: SKINS[5] });
    const coded = outcome(null, { skin: SKINS[0], codec: CODECS[2] });
    const all = SKINS.flatMap((skin) => [outcome(70, { skin }), outcome(70, { skin })]);
    const goals = goalsOf([...all, refusedDark, coded], [harsh(true, 70)]);
    const [darkest, gap] = goals;
    expect(darkest?.found).toBeCloseTo(20, 9);
    expect(gap?.found).toBeCloseTo(100 / 3, 9);
    expect(goals.find(({ what }) => what.startsWith('harsh'))?.found).toBe(0);
  });

  it('are rendered as a heat map and as a page, with a dash for missing values', () => {
    const svg = heatMap([...some, outcome(null, { codec: CODECS[2], skin: SKINS[5] })]);
    expect(svg).toContain('43 %');
    expect(svg).toContain('–');
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    const page = fairnessPage({
      outcomes: some,
      harsh: [harsh(true, null), harsh(false, 80)],
      moving: [
        {
          course: COURSES[1],
          skin: SKINS[0],
          hr: { truth: 80, value: 81, ...stated(1) },
          rr: { truth: 12, value: null, ...stated(null) },
          sdnn: { truth: 50, value: 44, ...stated(4) },
        },
      ],
      videos: [
        {
          melanosomes: 0.25,
          lux: 300,
          truth: 72,
          video: { value: 72.1, snrDb: 9 },
          traces: { value: null, snrDb: -100 },
        },
      ],
    });
    expect(page.replace(/ +/g, ' ')).toContain(
      '| rises by 25 | 1 | 100 %, 1.00 | 1.00 | 0.0 % | 100 %, 6.00 | 0 %, – |',
    );
    expect(page.replace(/ +/g, ' ')).toContain(
      '| all | 1 | 100 % | – | – | 0.0 % | 1 | 100.0 % | 50.0 % |',
    );
    expect(page.replace(/ +/g, ' ')).toContain(
      '| 25.0 % | 300 lx | 72.0 | 72.1 (9.0 dB) | refused |',
    );
    expect(page.replace(/ +/g, ' ')).toContain(
      '| SDNN, ms | all | 1 | 0 % | 100 % | 4.00 | 6.00 |',
    );
    expect(page).not.toMatch(/NaN|undefined/);
    expect(page).toContain('on people of all skin tones');
  });
});
