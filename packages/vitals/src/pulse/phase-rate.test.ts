// SPDX-License-Identifier: Apache-2.0
import { phantomTraces } from '@perfuse/phantom';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse } from '../analysis/analyse.ts';
import { film, randomStream } from '../testing/person.ts';
import { phaseRate } from './phase-rate.ts';

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

const CLEAR_DB = 10;

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
          const found = phaseRate(wave, all(wave.length), RATE, hz + off, CLEAR_DB);
          expect(60 * Math.abs(found.hz - hz)).toBeLessThan(0.3);
          expect(60 * found.slipHz).toBeLessThan(0.1);
        },
      ),
    );
  });

  it('ignores time that was not filmed', () => {
    const wave = pulse(1.2, 0.02, 0.1, 7);
    const usable = all(wave.length).fill(0, 400, 460);
    wave.fill(0, 400, 460);
    expect(60 * phaseRate(wave, usable, RATE, 1.2, CLEAR_DB).hz).toBeCloseTo(72, 0);
  });

  it('is uncertain by half a turn if only the wide band follows a change of the rate', () => {
    const s = (i: number): number => i / RATE;
    // Half a cycle a second faster for two seconds: one turn more than at 72 a minute.
    const turns = (i: number): number => 1.2 * s(i) + 0.5 * Math.max(0, Math.min(2, s(i) - 14));
    const wave = Float64Array.from({ length: 900 }, (_, i) => Math.sin(TURN * turns(i)));
    const { slipHz } = phaseRate(wave, all(900), RATE, 1.2, CLEAR_DB);
    expect(30 * slipHz).toBeGreaterThan(0.4);
  });

  it('far from the peak is replaced by it for a weak pulse, and uncertain for others', () => {
    const wave = pulse(1.2, 0, 0, 1);
    const from = (hz: number, snrDb: number) => phaseRate(wave, all(wave.length), RATE, hz, snrDb);
    expect(from(1.22, -0.1)).toMatchObject({
      by: 'phase',
      slipHz: expect.closeTo(0, 3) as unknown,
    });
    expect(from(1.23, -0.1)).toMatchObject({ hz: 1.23, by: 'spectrum' });
    expect(60 * from(1.23, -0.1).slipHz).toBeCloseTo(0.9, 1);
    expect(from(1.24, 0)).toMatchObject({ by: 'phase', slipHz: expect.closeTo(0, 3) as unknown });
    expect(60 * from(1.26, 0).slipHz).toBeCloseTo(1.8, 1);
  });

  it('is NaN without samples', () => {
    expect(phaseRate(new Float64Array(0), all(0), RATE, 1.2, CLEAR_DB).hz).toBeNaN();
  });
});

describe('a heart rate', () => {
  it.each([
    [2, 66, 0.0004, 0.1],
    [54, 110, 0.0004, 0.1],
    [23, 53, 0.0005, 0.15],
    [51, 89, 0.0005, 0.15],
    [109, 95, 0.0005, 0.2],
  ])(
    'of a pulse too weak for its phase is within twice its deviation: film %i of %i a minute',
    (seed, heartRate, pulse, noise) => {
      const { HR_BPM } = analyse(film({ seed, heartRate, pulse, noise }).frames).channels;
      const error = Math.abs((HR_BPM?.value ?? 0) - heartRate);
      expect(error).toBeLessThan(2 * (HR_BPM?.uncertainty ?? 0));
    },
  );

  it.each([
    [1, 97],
    [9, 108],
    [22, 109],
    [28, 106],
    [59, 98],
    [68, 116],
    [108, 126],
    [112, 109],
  ])(
    'that varies extremely is within its deviation or refused: seed %i, %i a minute',
    (seed, bpm) => {
      const varied = { sdnn: 45, breaths: 10, snr: 12, dropped: 0.3, chest: 0 };
      const { frames, truth } = phantomTraces({ ...varied, bpm, seed });
      const { HR_BPM, HRV_SDNN } = analyse(frames).channels;
      const error = Math.abs((HR_BPM?.value ?? truth.hr) - truth.hr);
      expect(error).toBeLessThan(2.5 * (HR_BPM?.uncertainty ?? 1));
      expect(HRV_SDNN?.value).toBeNull();
    },
  );
});
