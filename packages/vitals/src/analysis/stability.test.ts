// SPDX-License-Identifier: Apache-2.0
import type { FrameSeries, RegionSeries } from '@perfuse/contract/payload/chunk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { onlyFrames } from '../testing/alter.ts';
import { film, randomStream, recoloured } from '../testing/person.ts';
import { analyse } from './analyse.ts';

/** Live display after each chunk: null while nothing is certain. */
function shownWhileFilming(frames: FrameSeries): (number | null)[] {
  let previous: number | undefined;
  return [10, 15, 20, 25].map((seconds) => {
    const soFar = onlyFrames(frames, (_, ms) => ms < seconds * 1000);
    const { channels } = analyse(soFar, {
      live: true,
      ...(previous !== undefined && { previousHeartRate: previous }),
    });
    const rate = channels.HR_BPM?.value ?? null;
    if (rate !== null) previous = rate;
    return rate;
  });
}

describe('the heart rate shown while filming', () => {
  const person = fc.record({
    heartRate: fc.integer({ min: 42, max: 170 }),
    breathing: fc.integer({ min: 8, max: 24 }),
    sinusArrhythmia: fc.constantFrom(0.01, 0.05),
    seed: fc.integer({ min: 1, max: 1e6 }),
    noise: fc.constantFrom(0.05, 0.2),
    light: fc.constantFrom(0, 0.01),
    lightHz: fc.constantFrom(0.4, 0.9, 1.7),
    motion: fc.constantFrom(0, 0.004),
    motionColour: fc.constantFrom([0.2, 0.2, 0.2] as const, [0.5, 0.3, 0.1] as const),
  });

  it('follows the heart rate, not its half or its double', () => {
    fc.assert(
      fc.property(person, (options) => {
        for (const rate of shownWhileFilming(film(options).frames)) {
          if (rate === null) continue;
          expect(Math.abs(rate - options.heartRate)).toBeLessThan(6);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('changes little from chunk to chunk', () => {
    fc.assert(
      fc.property(person, (options) => {
        const rates = shownWhileFilming(film(options).frames).filter((rate) => rate !== null);
        rates.slice(1).forEach((rate, k) => {
          expect(Math.abs(rate - (rates[k] ?? rate))).toBeLessThan(6);
        });
      }),
      { numRuns: 20 },
    );
  });
});

/** A face of several regions with independent noise. */
function inRegions(frames: FrameSeries, seed: number): FrameSeries {
  const { skin } = frames.regions;
  if (skin === undefined) throw new Error('no skin');
  const part = (offset: number): RegionSeries => {
    const random = randomStream(seed + offset);
    const noisy = (column: Float32Array): Float32Array =>
      column.map((colour) => colour + 0.1 * random.normal());
    return { ...skin, red: noisy(skin.red), green: noisy(skin.green), blue: noisy(skin.blue) };
  };
  return {
    ...frames,
    regions: { skin, forehead: part(1), leftCheek: part(2), rightCheek: part(3), chin: part(4) },
  };
}

describe('a result', () => {
  it('does not depend on the order in which regions are named', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const frames = inRegions(film({ seed, heartRate: 66 }).frames, seed);
        const turned = Object.fromEntries(Object.entries(frames.regions).reverse());
        const options = { evidence: true };
        expect(analyse({ ...frames, regions: turned }, options)).toEqual(analyse(frames, options));
      }),
      { numRuns: 5 },
    );
  });

  it('does not depend on the gain of the colours, in any channel', () => {
    const frames = inRegions(
      film({ heartRate: 58, breathing: 13, sinusArrhythmia: 0.06 }).frames,
      4,
    );
    const plain = analyse(frames).channels;
    const scaled = analyse(recoloured(frames, (colour) => colour * 0.7)).channels;
    for (const code of ['HR_BPM', 'BR_BPM', 'HRV_SDNN', 'IHB_COUNT'] as const) {
      expect(scaled[code]?.value ?? -1).toBeCloseTo(plain[code]?.value ?? -1, 1);
    }
  });

  it('does not depend on the start of the clock', () => {
    const { frames } = film({ heartRate: 77 });
    const shifted = { ...frames, timeMs: frames.timeMs.map((ms) => ms + 2 ** 20) };
    const [there, here] = [analyse(shifted).channels, analyse(frames).channels];
    for (const code of ['HR_BPM', 'BR_BPM', 'HRV_SDNN', 'MSI', 'SNR'] as const) {
      expect(there[code]?.value ?? -1).toBeCloseTo(here[code]?.value ?? -1, 6);
    }
  });

  it('of a film twice as long uses twice the samples and no more', () => {
    // The work is counted, not timed: everything runs over the grid's samples and over spectra whose size depends on
    // the length.
    const samples = (durationS: number): number =>
      analyse(film({ durationS }).frames, { evidence: true }).evidence?.wave.samples.length ?? 0;
    expect(samples(60) / samples(30)).toBeCloseTo(2, 1);
    expect(samples(240)).toBeLessThanOrEqual(120 * 30 + 1);
  });
});
