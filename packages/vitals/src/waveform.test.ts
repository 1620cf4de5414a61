// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PULSE_METHODS } from './pulse/estimate.ts';
import { plainHeartRate } from './pulse/plain.ts';
import { film, randomStream } from './testing/person.ts';
import { readWaveform } from './waveform.ts';

/** A finger's pulse at a rate, sampled at jittered times. */
function finger(
  rate: number,
  seconds: number,
  step = 0,
): { timeMs: Float64Array; wave: Float64Array } {
  const random = randomStream(4);
  const timeMs = Float64Array.from(
    { length: seconds * 30 },
    (_, i) => (i * 1000) / 30 + 12 * (random.uniform() - 0.5),
  );
  const wave = timeMs.map((ms) => {
    const angle = (2 * Math.PI * rate * ms) / 60_000;
    return Math.sin(angle) + 0.4 * Math.sin(2 * angle) + (ms > 6000 ? step : 0);
  });
  return { timeMs, wave };
}

describe('a pulse wave', () => {
  it('gives the rate of its beats on the real times of its samples', () => {
    fc.assert(
      fc.property(fc.integer({ min: 45, max: 150 }), (rate) => {
        const { timeMs, wave } = finger(rate, 40);
        const { heartRate, sdnnMs } = readWaveform(timeMs, wave);
        expect(Math.abs(heartRate - rate)).toBeLessThan(0.2);
        expect(sdnnMs).toBeLessThan(12);
      }),
      { numRuns: 20 },
    );
  });

  it('keeps its rate where beats are hidden by an artefact', () => {
    const { timeMs, wave } = finger(72, 80);
    const hidden = wave.map((value, i) =>
      Math.floor((timeMs[i] ?? 0) / 2000) % 5 === 3 ? 0.1 * value : value,
    );
    expect(Math.abs(readWaveform(timeMs, hidden).heartRate - 72)).toBeLessThan(0.3);
  });

  it('is read despite an exposure step larger than itself', () => {
    const { timeMs, wave } = finger(72, 30, 12);
    expect(Math.abs(readWaveform(timeMs, wave).heartRate - 72)).toBeLessThan(1);
  });

  it('that is empty or constant has no rate, and nothing throws', () => {
    for (const length of [0, 1, 2, 900]) {
      const timeMs = Float64Array.from({ length }, (_, i) => i * 33);
      const { heartRate, sdnnMs, breathing } = readWaveform(timeMs, new Float64Array(length));
      expect(heartRate).toBeNaN();
      expect(sdnnMs).toBeNaN();
      expect(breathing.rate).toBeNull();
    }
  });
});

describe('the plain reference methods', () => {
  it('find a clear pulse in still light', () => {
    const { frames } = film({ heartRate: 78 });
    for (const method of PULSE_METHODS) {
      expect(Math.abs((plainHeartRate(frames, method) ?? 0) - 78)).toBeLessThan(1.5);
    }
  });

  it('read a flicker that is stronger than the pulse, and give nothing for too short a film', () => {
    const { frames } = film({ heartRate: 78, pulse: 0.003, light: 0.02, lightHz: 1.8 });
    const [, , green] = PULSE_METHODS;
    if (green === undefined) throw new Error('no GREEN');
    expect(plainHeartRate(frames, green)).toBeCloseTo(108, 0);
    expect(plainHeartRate(film({ durationS: 2 }).frames, green)).toBeNull();
  });
});
