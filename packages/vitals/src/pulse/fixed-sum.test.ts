// SPDX-License-Identifier: Apache-2.0
import type { FrameSeries } from '@perfuse/contract/payload/chunk';
import { describe, expect, it } from 'vitest';
import { recordingOf } from '../frames/recording.ts';
import { film } from '../testing/person.ts';
import { fixedSum } from './fixed-sum.ts';
import { carrierAt, demodulated } from './phase.ts';
import { readPulse } from './read.ts';

const person = { heartRate: 72, sinusArrhythmia: 0, noise: 0.4, seed: 3 };

/** A film whose skin appears a second time, as a forehead with independent noise, levels. */
function withForehead(frames: FrameSeries, noise: number): FrameSeries {
  const { skin } = frames.regions;
  const forehead = film({ ...person, noise, seed: 11 }).frames.regions.skin;
  if (skin === undefined || forehead === undefined) throw new Error('no skin');
  return { ...frames, regions: { skin, forehead } };
}

function sumOf(frames: FrameSeries): { wave: Float64Array; rate: number; hz: number } {
  const outcome = recordingOf(frames);
  if (!outcome.ok) throw new Error(outcome.reason);
  const { recording } = outcome;
  const { estimate, pulse } = readPulse(recording);
  const wave = fixedSum(estimate, recording, pulse.wave);
  return { wave, rate: recording.rate, hz: estimate.f0 };
}

/** Relative deviation of the amplitude around its mean: the amplitude is constant in these films. */
function unrest(frames: FrameSeries): number {
  const { wave, rate, hz } = sumOf(frames);
  const turns = wave.map((_, i) => (hz / rate) * i);
  const { real, imaginary } = demodulated(wave, rate, carrierAt(turns), 0.4);
  const height = real.map((value, i) => Math.hypot(value, imaginary[i] ?? 0)).subarray(90, 810);
  const mean = height.reduce((sum, one) => sum + one, 0) / height.length;
  return Math.sqrt(height.reduce((sum, one) => sum + (one - mean) ** 2, 0) / height.length) / mean;
}

describe('the sum of colours with fixed weights', () => {
  it('contains the pulse, rising with the blood volume', () => {
    const { frames, beatsMs } = film(person);
    const { wave, rate } = sumOf(frames);
    const rises = beatsMs.filter((ms) => {
      const at = Math.round((ms * rate) / 1000);
      return (wave[at + 3] ?? 0) > (wave[at - 3] ?? 0);
    });
    expect(rises.length).toBeGreaterThan(0.9 * beatsMs.length);
  });

  it('improves with a part as clear as the whole, and does not degrade with a part of pure noise', () => {
    const { frames } = film(person);
    const alone = unrest(frames);
    expect(unrest(withForehead(frames, 0.4))).toBeLessThan(0.9 * alone);
    expect(unrest(withForehead(frames, 20))).toBeLessThan(1.02 * alone);
  });

  it('is robust against changes of the light of the whole picture', () => {
    const { frames } = film({ ...person, light: 0.05, lightHz: 1.7 });
    expect(unrest(frames)).toBeLessThan(1.5 * unrest(film(person).frames));
  });
});
