// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rhythmOf } from '../beats/rhythm.ts';
import type { ChestMovement } from '../frames/recording.ts';
import { randomStream } from '../testing/person.ts';
import { beatWidths } from './beat-width.ts';
import { breathingByChest, estimateBreathing, type BreathingInput } from './estimate.ts';
import { fuseBreathing } from './fuse.ts';
import {
  BREATHING_RATE,
  downsampled,
  type BreathingSeries,
  type BreathingSource,
} from './series.ts';
import { CAMERA_WEIGHTS, CONTACT_WEIGHTS, type PulseWeights } from './weights.ts';

const RATE = 30;
const TURN = 2 * Math.PI;

interface Breather {
  readonly breaths?: number;
  readonly seconds?: number;
  /** Relative modulation of the rate by breathing; the pulse's amplitude is modulated by ten times that. */
  readonly depth?: number;
  /** Amplitude of breathing in the level, relative to a pulse of 1. */
  readonly level?: number;
  readonly noise?: number;
  /** Change of the heart's frequency over the recording, Hz. */
  readonly rise?: number;
  readonly seed?: number;
}

/** A pulse at about 72 a minute whose rate, strength and level follow the breath. */
function breathing(breather: Breather = {}): BreathingInput {
  const { breaths = 15, seconds = 30, depth = 0.02, level = 0, noise = 0, rise = 0 } = breather;
  const random = randomStream(breather.seed ?? 1);
  const breath = (s: number): number => Math.sin((TURN * breaths * s) / 60);
  const length = seconds * RATE;
  const hz = Float64Array.from({ length }, (_, i) => 1.2 + rise * (i / length - 0.5));
  let turns = 0;
  const wave = hz.map((f, i) => {
    turns += (f * (1 + depth * breath(i / RATE))) / RATE;
    const angle = TURN * turns;
    const beat = Math.sin(angle) + 0.3 * Math.sin(2 * angle);
    return (1 + 10 * depth * breath(i / RATE)) * beat + noise * random.normal();
  });
  const frameMs = new Float64Array(0);
  const rhythm = rhythmOf({ wave, rate: RATE, f0: 1.2, snrDb: 12, frameMs });
  const baseline = wave.map((_, i) => level * breath(i / RATE) + 0.05 * random.normal());
  const usable = new Uint8Array(length).fill(1);
  return {
    pulse: { rhythm, wave, height: wave, usable, hz, baseline, weights: CAMERA_WEIGHTS },
    height: null,
    chest: null,
    rate: RATE,
  };
}

/** 2.5 mm either way. */
const USUAL_MOVEMENT = 0.028;

/** A chest that moves with the breath, and the confidence of its tracking. */
function chest(
  breaths: number,
  confidence: number,
  { noise = 0.1, seconds = 30, size = USUAL_MOVEMENT } = {},
): ChestMovement {
  const random = randomStream(5);
  const length = seconds * RATE;
  return {
    y: Float64Array.from(
      { length },
      (_, i) => size * (Math.sin((TURN * breaths * i) / RATE / 60) + noise * random.normal()),
    ),
    confidence: new Float64Array(length).fill(confidence),
  };
}

const errorOf = (input: BreathingInput, breaths: number): number =>
  Math.abs((estimateBreathing(input).rate ?? Number.POSITIVE_INFINITY) - breaths);

describe('breathing', () => {
  it('is read from the pulse within one breath a minute, and within twice the stated deviation', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 24 }), (breaths) => {
        const { rate, uncertainty, source } = estimateBreathing(breathing({ breaths, level: 0.2 }));
        expect(Math.abs((rate ?? 0) - breaths)).toBeLessThan(1);
        expect(Math.abs((rate ?? 0) - breaths)).toBeLessThan(2 * uncertainty);
        expect(source).toMatch(/rifv.*riav/);
      }),
      { numRuns: 16 },
    );
  });

  it('is read during a rising heart rate, whose trend is not taken for a breath', () => {
    expect(errorOf(breathing({ breaths: 13, rise: 0.3 }), 13)).toBeLessThan(1);
  });

  it('needs no accepted single beats', () => {
    const input = breathing({ breaths: 14, level: 0.3 });
    const { intervals } = input.pulse.rhythm;
    const accepted = intervals.accepted.map(() => 0);
    const rhythm = { ...input.pulse.rhythm, intervals: { ...intervals, accepted } };
    expect(errorOf({ ...input, pulse: { ...input.pulse, rhythm } }, 14)).toBeLessThan(1);
  });

  it('is withheld from less than 18 s', () => {
    expect(estimateBreathing(breathing({ seconds: 17 }))).toMatchObject({
      rate: null,
      fault: 'too-short',
    });
  });

  it('is withheld where more than 15 % of the frames are missing', () => {
    const { pulse, ...input } = breathing({ level: 0.2 });
    const without = (share: number) => {
      const usable = pulse.usable.map((_, i) => (i % 100 < 100 * share ? 0 : 1));
      return estimateBreathing({ ...input, pulse: { ...pulse, usable } }).fault;
    };
    expect([0.15, 0.16].map(without)).toEqual([null, 'too-short']);
  });

  it('is withheld with only level and head: light changes the level of a moving head', () => {
    const breaths = 21;
    const height = seriesOf('motion', sine(breaths), RATE).values;
    for (const noise of [0, 0.5]) {
      const lit = { ...breathing({ breaths, depth: 0, level: 1, noise }), height };
      expect(estimateBreathing(lit)).toMatchObject({ rate: null, fault: 'disagreement' });
      expect(errorOf({ ...lit, chest: chest(breaths, 0.9) }, breaths)).toBeLessThan(1);
    }
  });

  it('is read from the level of a contact sensor, which no light changes', () => {
    const { pulse, ...input } = breathing({ breaths: 21, depth: 0, level: 1, noise: 0.5 });
    const rated = (weights: PulseWeights) =>
      estimateBreathing({ ...input, pulse: { ...pulse, weights } }).rate;
    expect(rated(CAMERA_WEIGHTS)).toBeNull();
    expect(Math.abs((rated(CONTACT_WEIGHTS) ?? 0) - 21)).toBeLessThan(1);
  });

  it('is hardly ever found in a pulse without breathing', () => {
    const seeds = Array.from({ length: 40 }, (_, k) => k + 1);
    const found = seeds.filter(
      (seed) => estimateBreathing(breathing({ depth: 0, noise: 0.3, seed })).rate !== null,
    );
    expect(found.length).toBeLessThanOrEqual(4);
  });

  it('is withheld when nothing changes', () => {
    const still = new Float64Array(900);
    const { pulse } = breathing();
    const { intervals, beats } = pulse.rhythm;
    const none = { ...intervals, accepted: intervals.accepted.map(() => 0) };
    const rhythm = { ...pulse.rhythm, beats, intervals: none };
    const empty = { ...pulse, rhythm, wave: still, height: still, baseline: still };
    expect(estimateBreathing({ ...breathing(), pulse: empty }).rate).toBeNull();
  });

  it('is stated with a deviation of at most 3 a minute, smaller for a clearer breath', () => {
    const clear = estimateBreathing(breathing({ level: 0.3 }));
    const faint = estimateBreathing(breathing({ level: 0.3, depth: 0.004, noise: 0.2 }));
    expect(clear.uncertainty).toBeLessThan(faint.uncertainty);
    expect(faint.uncertainty).toBeLessThanOrEqual(3);
  });

  it('is never stated as more certain than a count of breaths over 30 s', () => {
    const seen = { ...breathing({ level: 0.3 }), chest: chest(15, 1, { noise: 0 }) };
    expect(estimateBreathing(seen).uncertainty).toBe(0.6);
  });

  it('has a deviation of 3 a minute up to a quality of a half, and a smaller one above', () => {
    const height = seriesOf('motion', sine(15), RATE).values;
    for (const noise of [0.1, 0.3, 0.6]) {
      const { rate, quality, uncertainty } = estimateBreathing({
        ...breathing({ depth: 0.004, noise }),
        height,
      });
      expect(rate).not.toBeNull();
      expect(uncertainty).toBeCloseTo(Math.min(3, 3 * (0.5 / quality) ** 6), 9);
    }
  });
});

describe('the movement of the chest', () => {
  it('gives the rate when the pulse shows no breath', () => {
    const input = { ...breathing({ depth: 0, noise: 0.3 }), chest: chest(17, 0.9) };
    expect(errorOf(input, 17)).toBeLessThan(1);
    expect(estimateBreathing(input).source).toContain('chest');
  });

  it('is weighted by its confidence: not at all at 0', () => {
    const input = breathing({ breaths: 12, level: 0.2 });
    expect(errorOf({ ...input, chest: chest(22, 0) }, 12)).toBeLessThan(1);
    expect(estimateBreathing({ ...input, chest: chest(22, 0) }).uncertainty).toBeCloseTo(
      estimateBreathing(input).uncertainty,
      9,
    );
  });

  it('is ignored when the chest is still, even at full confidence', () => {
    const input = breathing({ breaths: 12, level: 0.2 });
    const still = chest(22, 1, { size: 0.1 * USUAL_MOVEMENT });
    expect(estimateBreathing({ ...input, chest: still })).toEqual(estimateBreathing(input));
  });

  it('alone gives the rate, and noise alone does not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 6, max: 28 }), (breaths) => {
        expect(
          Math.abs((breathingByChest(chest(breaths, 1, { noise: 0.3 }), RATE).rate ?? 0) - breaths),
        ).toBeLessThan(0.7);
      }),
      { numRuns: 12 },
    );
    expect(breathingByChest(chest(15, 1, { noise: 1000 }), RATE).rate).toBeNull();
    expect(breathingByChest(chest(15, 1, { noise: 0, seconds: 10 }), RATE).fault).toBe('too-short');
  });
});

function seriesOf(
  source: BreathingSource,
  of: (s: number) => number,
  rate = BREATHING_RATE,
): BreathingSeries {
  const values = Float64Array.from({ length: 30 * rate }, (_, i) => of(i / rate));
  return { source, values, weights: { plain: 5 } };
}

const sine = (breaths: number) => (s: number) => Math.sin((TURN * breaths * s) / 60);

describe('the sum of the spectra', () => {
  it('has its peak where most and the clearest series have theirs', () => {
    const random = randomStream(3);
    const restless = seriesOf('riiv', () => random.normal());
    const { rate, quality } = fuseBreathing(
      [seriesOf('rifv', sine(14)), seriesOf('riav', sine(14.5)), restless],
      1.2,
    );
    expect(Math.abs(rate - 14.2)).toBeLessThan(0.6);
    expect(quality).toBeGreaterThan(0.6);
  });

  it('follows the series with the larger weight, and leaves one without a weight out', () => {
    const weighted = (breaths: number, plain: number): BreathingSeries => ({
      ...seriesOf('riav', sine(breaths)),
      weights: { plain },
    });
    const apart = (one: number, other: number): number =>
      fuseBreathing([weighted(12, one), weighted(20, other)], 1.2).rate;
    expect(apart(4, 3)).toBeCloseTo(12, 0);
    expect(apart(3, 4)).toBeCloseTo(20, 0);
    const alone = fuseBreathing([weighted(12, 3)], 1.2);
    expect(fuseBreathing([weighted(12, 3), weighted(20, 0)], 1.2)).toEqual(alone);
  });

  it('has the probability of its rate as quality: a half where two rates are as likely', () => {
    const both = [12, 20].map((breaths) => ({
      ...seriesOf('riav', sine(breaths)),
      weights: { plain: 20 },
    }));
    expect(fuseBreathing(both.slice(0, 1), 1.2).quality).toBeGreaterThan(0.99);
    expect(fuseBreathing(both, 1.2).quality).toBeCloseTo(0.5, 1);
  });

  it('has a weaker peak the less its parts agree', () => {
    const together = fuseBreathing([seriesOf('rifv', sine(12)), seriesOf('riav', sine(12))], 1.2);
    const apart = fuseBreathing([seriesOf('rifv', sine(12)), seriesOf('riav', sine(22))], 1.2);
    expect(apart.quality).toBeLessThan(0.65 * together.quality);
  });

  it('has a lower quality for a breath that is present only part of the time', () => {
    const steady = fuseBreathing([seriesOf('rifv', sine(12))], 1.2);
    const brief = fuseBreathing(
      [seriesOf('rifv', (s) => (s < 15 ? sine(12)(s) : sine(20)(s)))],
      1.2,
    );
    expect(brief.quality).toBeLessThan(0.7 * steady.quality);
  });

  it('does not take a slope for a peak, and searches for none near the heart rate', () => {
    for (const seconds of [14, 16, 20, 25, 30]) {
      const drift = seriesOf('riiv', (s) => Math.sin((TURN * s) / seconds));
      expect(fuseBreathing([drift], 1.2).quality).toBeLessThan(0.5);
    }
    const nearHeart = fuseBreathing([seriesOf('rifv', sine(28))], 0.8);
    expect(nearHeart.rate).not.toBeCloseTo(28, 0);
    expect(fuseBreathing([], 1.2)).toEqual({ rate: Number.NaN, quality: 0, peaks: [] });
  });

  it('has no rate where the breath is too fast for the heart, whatever else it shows', () => {
    const both = [seriesOf('rifv', (s) => sine(28)(s) + 0.3 * sine(14)(s))];
    expect(fuseBreathing(both, 1.2).rate).toBeCloseTo(28, 0);
    expect(fuseBreathing(both, 0.8).rate).toBeNaN();
    const rising = [seriesOf('rifv', (s) => sine(32)(s) + 0.3 * sine(14)(s))];
    expect(fuseBreathing(rising, 2).rate).toBeNaN();
  });

  it('does not depend on the scale of any series, nor on its sign', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e3, noNaN: true }), fc.boolean(), (size, turned) => {
        const one = seriesOf('riav', (s) => sine(16)(s) + 0.5 * sine(9)(s));
        const factor = turned ? -size : size;
        const scaled = { ...one, values: one.values.map((value) => factor * value) };
        const [a, b] = [fuseBreathing([one], 1.2), fuseBreathing([scaled], 1.2)];
        expect(b.rate).toBeCloseTo(a.rate, 6);
        expect(b.quality).toBeCloseTo(a.quality, 6);
      }),
    );
  });
});

describe('the breathing series of the pulse', () => {
  it('include the width of each beat at half of its height', () => {
    const wave = Float64Array.from({ length: 300 }, (_, i) => Math.sin((TURN * i) / RATE));
    const timesS = Float64Array.from([2, 3, 4]);
    for (const width of beatWidths(wave, RATE, { timesS })) {
      expect(width).toBeCloseTo(0.5, 2);
    }
    const first = { timesS: Float64Array.from([0]) };
    expect(beatWidths(wave, RATE, first)[0]).toBeNaN();
    // It rises in the third second and takes five to fall again.
    const lasting = wave.map((_, i) => Math.max(0, Math.min((i - 60) / 10, (220 - i) / 150)));
    const third = { timesS: Float64Array.from([2.2]) };
    expect(beatWidths(lasting, RATE, third)[0]).toBeNaN();
  });

  it('are resampled to five samples a second for any rate of the recording', () => {
    const values = Float64Array.from({ length: 900 }, (_, i) => Math.sin((TURN * 0.25 * i) / 30));
    const slow = downsampled(values, 30, 150);
    expect(slow).toHaveLength(150);
    const at = { source: 'motion', values: slow, weights: { plain: 5 } } as const;
    expect(fuseBreathing([at], 1.2).rate).toBeCloseTo(15, 0);
  });
});
