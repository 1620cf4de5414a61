// SPDX-License-Identifier: Apache-2.0
import type { FrameSeries } from '@perfuse/contract/payload/chunk';
import { describe, expect, it } from 'vitest';
import { analyse } from '../analysis/analyse.ts';
import { recordingOf } from '../frames/recording.ts';
import { film, randomStream, type FakePerson } from '../testing/person.ts';
import { capLearnedWeight } from './learned.ts';
import { readPulse } from './read.ts';

/** The film with the trace of a network that outputs a sine of this rate, per minute, and a little noise. */
function told(frames: FrameSeries, perMinute: number, seed = 1): FrameSeries {
  const { normal } = randomStream(seed);
  const pulse = Float32Array.from(
    frames.timeMs,
    (ms) => Math.sin((2 * Math.PI * perMinute * ms) / 60_000) + 0.1 * normal(),
  );
  return { ...frames, learned: { pulse } };
}

const only = (frames: FrameSeries, isRead: (frame: number) => boolean): FrameSeries => ({
  ...frames,
  learned: {
    pulse: (frames.learned?.pulse ?? frames.face.width).map((v, i) => (isRead(i) ? v : NaN)),
  },
});

const filmed = (person: FakePerson): FrameSeries => film(person).frames;

/** The rate from the skin's colours alone, accepted or not, per minute. */
function ownRate(frames: FrameSeries): number {
  const outcome = recordingOf(frames);
  if (!outcome.ok) throw new Error(outcome.reason);
  return 60 * readPulse(outcome.recording).estimate.f0;
}

const SEEDS = Array.from({ length: 25 }, (_, i) => i + 1);

describe('a learned trace', () => {
  it('that agrees with the skin is named in the source and shown in the evidence', () => {
    const { channels, evidence } = analyse(told(filmed({ heartRate: 76 }), 76), { evidence: true });
    expect(channels.HR_BPM?.source).toMatch(/\+learned:/);
    expect(Math.abs((channels.HR_BPM?.value ?? 0) - 76)).toBeLessThan(1);
    expect(evidence?.methods.map(({ id }) => id)).toContain('learned');
  });

  it('never weighs more than all other methods together', () => {
    const waves = [{ id: 'pos' }, { id: 'chrom' }, { id: 'learned' }];
    const found = [{ snrDb: 0 }, { snrDb: 0 }, { snrDb: 20 }];
    expect(capLearnedWeight(waves, found, [1, 0.5, 1])).toEqual([1, 0.5, 0.015]);
    expect(capLearnedWeight(waves, [{ snrDb: 9 }, ...found.slice(1)], [1, 0, 0.01])).toEqual([
      1, 0, 0.01,
    ]);
  });

  it('with another rate does not change the result of the skin', () => {
    for (const seed of SEEDS.slice(0, 5)) {
      const frames = filmed({ heartRate: 70 + seed, seed });
      const options = { evidence: true } as const;
      expect(analyse(told(frames, 110, seed), options)).toEqual(analyse(frames, options));
    }
  });

  it('gives no heart rate where there is no pulse, whatever its own rate', () => {
    for (const seed of SEEDS) {
      const frames = filmed({ pulse: 0, noise: 0.2, seed });
      for (const rate of [50 + 4 * seed, ownRate(frames)]) {
        expect(analyse(told(frames, rate, seed)).channels.HR_BPM?.value).toBeNull();
      }
    }
  });

  it('changes neither the signal quality nor the rate that it confirms', () => {
    const frames = filmed({ heartRate: 82, pulse: 0.002, noise: 0.2 });
    const [without, helped] = [analyse(frames), analyse(told(frames, 82))];
    // A line that is one bin further covers different bins.
    expect(Math.abs(helped.snrDb - without.snrDb)).toBeLessThan(0.1);
    expect(helped.channels.HR_BPM?.value).toBeCloseTo(without.channels.HR_BPM?.value ?? 0, 1);
  });

  it('does not make a rate that is found from the skin alone more certain', () => {
    const sure = SEEDS.map((seed) => ({ heartRate: 60 + seed, pulse: 0.0015, noise: 0.2, seed }))
      .map((person) => ({ frames: filmed(person), heartRate: person.heartRate }))
      .map(({ frames, heartRate }) => [analyse(frames), analyse(told(frames, heartRate))] as const)
      .filter(([without]) => without.channels.HR_BPM?.value !== null)
      .map((both) => both.map(({ channels }) => channels.HR_BPM?.uncertainty ?? null));
    expect(sure.length).toBeGreaterThan(0);
    for (const [without, helped] of sure) expect(helped).toBe(without);
  });

  it('removes doubts about a weak but real pulse, and gives its rate', () => {
    const weak = SEEDS.map((seed) => ({ heartRate: 55 + 3 * seed, seed }))
      .map((person) => ({ ...person, frames: filmed({ ...person, pulse: 0.0007, noise: 0.2 }) }))
      .filter(({ frames }) => analyse(frames).channels.HR_BPM?.value === null);
    const errors = weak.flatMap(({ frames, heartRate }) => {
      const rate = analyse(told(frames, heartRate)).channels.HR_BPM?.value ?? null;
      return rate === null ? [] : [Math.abs(rate - heartRate)];
    });
    expect(errors.length).toBeGreaterThan(0);
    expect(Math.max(...errors)).toBeLessThan(3);
  });

  it('may cover every second frame only, and is ignored where it lacks too much', () => {
    const frames = told(filmed({ heartRate: 76 }), 76);
    const source = (read: FrameSeries): string => analyse(read).channels.HR_BPM?.source ?? '';
    expect(source(only(frames, (frame) => frame % 2 === 0))).toContain('learned');
    expect(source(only(frames, (frame) => frame > 30))).toContain('learned');
    expect(source(only(frames, (frame) => frame < 600))).not.toContain('learned');
    expect(source(only(frames, () => false))).not.toContain('learned');
    const silent = { ...frames, learned: { pulse: new Float32Array(frames.timeMs.length) } };
    expect(analyse(silent).channels.HR_BPM?.value).toBeCloseTo(
      analyse(frames).channels.HR_BPM?.value ?? 0,
      1,
    );
  });
});
