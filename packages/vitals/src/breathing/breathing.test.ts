// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rhythmOf } from '../beats/rhythm.ts';
import { estimateBreathing, type BreathingInput } from './estimate.ts';
import { fuseBreathing } from './fuse.ts';
import { breathingPeak, type BreathingPeak } from './rate.ts';
import { slowSeries, type BreathingSource } from './series.ts';

const RATE = 30;

/** A pulse at 72 a minute whose rhythm and strength follow the breath. */
function breathingPulse(breaths: number, seconds: number): BreathingInput {
  const hz = breaths / 60;
  const breath = (s: number): number => Math.sin(2 * Math.PI * hz * s);
  const phase = (s: number): number =>
    1.2 * (s - (0.05 / (2 * Math.PI * hz)) * Math.cos(2 * Math.PI * hz * s));
  const wave = Float64Array.from({ length: seconds * RATE }, (_, i) => {
    const angle = 2 * Math.PI * phase(i / RATE);
    return (1 + 0.15 * breath(i / RATE)) * (Math.sin(angle) + 0.3 * Math.sin(2 * angle));
  });
  const rhythm = rhythmOf({ wave, rate: RATE, f0: 1.2, snrDb: 12, frameMs: new Float64Array(0) });
  const baseline = wave.map((_, i) => Math.sin(i * 12.9898) * 1e-3);
  return { rhythm, baseline, height: null, rate: RATE, f0: 1.2, snrDb: 12 };
}

describe('breathing', () => {
  it('is read from the rhythm and strength of the beats within one breath a minute', () => {
    fc.assert(
      fc.property(fc.integer({ min: 9, max: 24 }), (breaths) => {
        const { rate, source } = estimateBreathing(breathingPulse(breaths, 30));
        expect(Math.abs((rate ?? 0) - breaths)).toBeLessThan(1);
        expect(source).toMatch(/rifv|riav/);
      }),
      { numRuns: 16 },
    );
  });

  it('is withheld from a recording of less than 18 s, a weak signal or unsteady beats', () => {
    expect(estimateBreathing(breathingPulse(15, 17)).fault).toBe('too-short');
    const input = breathingPulse(15, 30);
    expect(estimateBreathing({ ...input, snrDb: 3.9 }).fault).toBe('low-signal');
    const intervals = { ...input.rhythm.intervals, acceptedShare: 0.8 };
    const unsteady = { ...input, rhythm: { ...input.rhythm, intervals } };
    expect(estimateBreathing(unsteady)).toMatchObject({ rate: null, fault: 'low-signal' });
  });
});

function peakAt(source: BreathingSource, rate: number, share = 0.7): BreathingPeak {
  return { source, rate, share, consistent: true };
}

describe('the fusion of breathing rates', () => {
  it('keeps a rate that two sources share, one of them the beats', () => {
    const { rate, source } = fuseBreathing([
      peakAt('rifv', 15),
      peakAt('riav', 15.5, 0.5),
      peakAt('riiv', 24),
    ]);
    expect(rate).toBeGreaterThan(15);
    expect(rate).toBeLessThan(15.5);
    expect(source).toBe('rifv+riav');
  });

  it('withholds the rate when the sources disagree', () => {
    const three = [peakAt('rifv', 12), peakAt('riav', 19), peakAt('riiv', 26)];
    expect(fuseBreathing(three).rate).toBeNull();
    const contradicted = [peakAt('rifv', 12), peakAt('riav', 19, 0.65), peakAt('motion', 12)];
    expect(fuseBreathing(contradicted).rate).toBeNull();
  });

  it('believes one source alone only when it is all but pure and of the beats', () => {
    expect(fuseBreathing([peakAt('rifv', 15, 0.84)]).rate).toBeNull();
    expect(fuseBreathing([peakAt('rifv', 15, 0.86)]).rate).toBe(15);
    expect(fuseBreathing([peakAt('motion', 15, 0.95)]).rate).toBeNull();
    expect(fuseBreathing([peakAt('riiv', 15, 0.95), peakAt('motion', 15, 0.95)]).rate).toBeNull();
    expect(fuseBreathing([]).rate).toBeNull();
  });

  it('gives no vote to a series that says otherwise without first differences', () => {
    const unsure = { ...peakAt('riav', 15), consistent: false };
    expect(fuseBreathing([peakAt('rifv', 15), unsure]).rate).toBeNull();
  });

  it('asks three sources for fewer than eight breaths a minute', () => {
    const two = [peakAt('rifv', 6.5, 0.9), peakAt('riav', 6.5)];
    expect(fuseBreathing(two).rate).toBeNull();
    expect(fuseBreathing([...two, peakAt('motion', 6.5)]).rate).toBeCloseTo(6.5, 6);
  });
});

describe('slow series', () => {
  it('have five samples a second whatever the rate of the recording', () => {
    const values = Float64Array.from({ length: 900 }, (_, i) =>
      Math.sin((2 * Math.PI * 0.25 * i) / 30),
    );
    const slow = slowSeries('motion', values, 30, 150);
    expect(slow.values).toHaveLength(150);
    expect(breathingPeak(slow, 1.2).rate).toBeCloseTo(15, 0);
  });

  it('of a constant have no rhythm', () => {
    const { share } = breathingPeak({ source: 'riiv', values: new Float64Array(150).fill(3) }, 1.2);
    expect(share).toBe(0);
  });
});
