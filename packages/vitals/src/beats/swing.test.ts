// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../testing/person.ts';
import { swingOf, type Swing } from './swing.ts';
import { phaseFrequency } from '../pulse/phase-rate.ts';

const RATE = 30;
const TURN = 2 * Math.PI;

/** What 30 s of a heart of 72 that swings by `depthMs` either way with twelve breaths a minute show under noise. */
function read(depthMs: number, noise: number, seed = 1): Swing {
  const random = randomStream(seed);
  const hz = 1.2;
  const breathHz = 0.2;
  const depth = (depthMs / 1000) * hz;
  const wave = Float64Array.from({ length: 900 }, (_, i) => {
    const s = i / RATE;
    const turns = hz * s - ((hz * depth) / (TURN * breathHz)) * Math.cos(TURN * breathHz * s);
    return Math.sin(TURN * turns) + 0.35 * Math.sin(2 * TURN * turns) + noise * random.normal();
  });
  const usable = new Uint8Array(wave.length).fill(1);
  const found = phaseFrequency(wave, usable, RATE, hz);
  return swingOf({ wave, usable, rate: RATE, hz: found, measured: () => true });
}

describe('variability by phase', () => {
  it('is that of the heart within 3 ms where there is no noise', () => {
    fc.assert(
      fc.property(fc.double({ min: 15, max: 80, noNaN: true }), (depthMs) => {
        const { sdnnMs, rmssdMs } = read(depthMs, 0);
        const sdnn = depthMs / Math.SQRT2;
        expect(Math.abs(sdnnMs - sdnn)).toBeLessThan(3);
        // Successive intervals lie 1/1.2 s apart on a swing of 0.2 Hz.
        const rmssd = sdnn * 2 * Math.sin((Math.PI * 0.2) / 1.2);
        expect(Math.abs(rmssdMs - rmssd)).toBeLessThan(3);
      }),
      { numRuns: 20 },
    );
  });

  it('does not grow with noise, on average', () => {
    const seeds = Array.from({ length: 12 }, (_, k) => k + 1);
    const found = seeds.map((seed) => read(50, 0.7, seed).sdnnMs).filter(Number.isFinite);
    expect(found.length).toBeGreaterThan(8);
    const bias = found.reduce((sum, one) => sum + one, 0) / found.length - 50 / Math.SQRT2;
    expect(Math.abs(bias)).toBeLessThan(4);
  });

  it('is withheld where noise is most of it', () => {
    expect(read(2, 1.5).sdnnMs).toBeNaN();
  });

  it('leaves out intervals in which frames are missing', () => {
    const hz = 1.2;
    const wave = Float64Array.from({ length: 900 }, (_, i) => Math.sin((TURN * hz * i) / RATE));
    const usable = new Uint8Array(wave.length).fill(1);
    const measured = (fromS: number, toS: number): boolean => toS < 10 || fromS > 12;
    const { intervals } = swingOf({ wave, usable, rate: RATE, hz, measured });
    expect(intervals.accepted.reduce((sum, one) => sum + one, 0)).toBeLessThan(
      intervals.ms.length - 1,
    );
  });
});
