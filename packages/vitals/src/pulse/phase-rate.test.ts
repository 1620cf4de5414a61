// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse } from '../analysis/analyse.ts';
import { film, randomStream } from '../testing/person.ts';
import { phaseFrequency } from './phase-rate.ts';

const RATE = 30;
const TURN = 2 * Math.PI;

/** A pulse of 30 s at `hz`, modulated by `depth` with the breath, in noise. */
function pulse(hz: number, depth: number, noise: number, seed: number): Float64Array {
  const random = randomStream(seed);
  const breathHz = 0.2;
  return Float64Array.from({ length: 900 }, (_, i) => {
    const s = i / RATE;
    const turns = hz * s - ((hz * depth) / (TURN * breathHz)) * Math.cos(TURN * breathHz * s);
    return Math.sin(TURN * turns) + 0.35 * Math.sin(2 * TURN * turns) + noise * random.normal();
  });
}

const all = (length: number): Uint8Array => new Uint8Array(length).fill(1);

describe('the frequency by phase', () => {
  it('matches the heart within 0.3 a minute for a first guess within 1, whatever the breathing', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.75, max: 3, noNaN: true }),
        fc.double({ min: -0.016, max: 0.016, noNaN: true }),
        fc.constantFrom(0, 0.02, 0.05),
        fc.integer({ min: 1, max: 1e6 }),
        (hz, off, depth, seed) => {
          // Six whole breaths, so the modulation does not change the mean.
          const wave = pulse(hz, depth, 0.3, seed);
          const found = phaseFrequency(wave, all(wave.length), RATE, hz + off);
          expect(60 * Math.abs(found - hz)).toBeLessThan(0.3);
        },
      ),
    );
  });

  it('ignores time that was not filmed', () => {
    const wave = pulse(1.2, 0.02, 0.1, 7);
    const usable = all(wave.length).fill(0, 400, 460);
    wave.fill(0, 400, 460);
    expect(60 * phaseFrequency(wave, usable, RATE, 1.2)).toBeCloseTo(72, 0);
  });

  it('is accepted further from the first guess where the pulse is clear', () => {
    const wave = pulse(1.2, 0, 0, 1);
    expect(60 * phaseFrequency(wave, all(wave.length), RATE, 1.23, 3)).toBeCloseTo(72, 0);
  });

  it('is NaN where the phase diverges from the guess, or without samples', () => {
    const wave = pulse(1.2, 0, 0, 1);
    expect(phaseFrequency(wave, all(wave.length), RATE, 1.45)).toBeNaN();
    expect(phaseFrequency(wave, all(wave.length), RATE, 1.23)).toBeNaN();
    expect(phaseFrequency(wave, all(wave.length), RATE, 1.45, 20)).toBeNaN();
    expect(phaseFrequency(new Float64Array(0), all(0), RATE, 1.2)).toBeNaN();
  });
});

it.each([
  [2, 66, 0.0004, 0.1],
  [54, 110, 0.0004, 0.1],
  [23, 53, 0.0005, 0.15],
  [51, 89, 0.0005, 0.15],
  [109, 95, 0.0005, 0.2],
])(
  'a pulse too weak for its phase is read from its spectrum within its deviation: film %i of %i a minute',
  (seed, heartRate, pulse, noise) => {
    const { HR_BPM } = analyse(film({ seed, heartRate, pulse, noise }).frames).channels;
    expect(HR_BPM?.source).toMatch(/:spectrum$/);
    const error = Math.abs((HR_BPM?.value ?? 0) - heartRate);
    expect(error).toBeLessThan(2 * (HR_BPM?.uncertainty ?? 0));
  },
);
