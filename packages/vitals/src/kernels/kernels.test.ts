// SPDX-License-Identifier: Apache-2.0
import { encodeChunk } from '@perfuse/contract/payload/codec';
import { phantomChunks } from '@perfuse/phantom';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourceHash } from '../../build.mjs';
import { PayloadAnalysis } from '../analysis/payload-analysis.ts';
import { spreadOf } from '../beats/spread.ts';
import { logsOf } from '../pulse/logs.ts';
import { bandPass, bandPassAll, lowPassBoth } from '../signal/butterworth.ts';
import { FftPlan, fftPlan } from '../signal/fft.ts';
import { resampler } from '../signal/pchip.ts';
import { withScratch, zeros } from '../signal/scratch.ts';
import { powerSpectra } from '../signal/spectrum.ts';
import { COMPILED_FROM } from './compiled.ts';
import { kernels, MAX_SERIES, withoutKernels } from './kernels.ts';

const series = (least: number, most: number): fc.Arbitrary<Float64Array> =>
  fc
    .array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: least, maxLength: most })
    .map((values) => Float64Array.from(values));

/** The compiled loops' memory, which is that of all series within an analysis, also while the loops do not run. */
const MEMORY = kernels()?.buffer;

/** A copy in the memory of the compiled loops, as the series of an analysis are. */
const inside = (values: Float64Array): Float64Array => {
  const copy = zeros(values.length);
  copy.set(values);
  expect(copy.buffer).toBe(MEMORY);
  return copy;
};

describe('the compiled loops', () => {
  it('are compiled from the source in git', async () => {
    expect(COMPILED_FROM).toBe(await sourceHash());
  });

  it('transform to the same numbers as TypeScript, whatever the size and the padding', () => {
    for (const size of [2, 4, 8, 16, 64, 128, 1024]) {
      const compiled = fftPlan(size);
      expect(compiled.re.buffer).toBe(kernels()?.buffer);
      const script = new FftPlan(size);
      const both = fc.record({
        first: series(1, size),
        second: fc.option(series(size, size), { nil: undefined }),
        isInside: fc.boolean(),
      });
      fc.assert(
        fc.property(both, ({ first, second, isInside }) => {
          withScratch(() => {
            const place = isInside ? inside : (values: Float64Array) => values;
            compiled.transform(place(first), second && place(second), first.length);
          });
          script.transform(first, second, first.length);
          expect(compiled.re).toEqual(script.re);
          expect(compiled.im).toEqual(script.im);
        }),
        { numRuns: 30 },
      );
    }
  });

  it('filter to the same numbers as TypeScript, alone, in pairs and in any number', () => {
    const same = (filtered: () => readonly Float64Array[]): void => {
      const expected = withoutKernels(filtered);
      expect(filtered()).toEqual(expected);
      withScratch(() => {
        expect(filtered().map((values) => Float64Array.from(values))).toEqual(expected);
      });
    };
    const pairs = fc
      .integer({ min: 0, max: 300 })
      .chain((length) => fc.array(series(length, length), { minLength: 1, maxLength: 5 }));
    fc.assert(
      fc.property(pairs, ([x = new Float64Array(), ...others]) => {
        same(() => [bandPass(x, 30, 0.65, 4)]);
        same(() => [bandPass(x, 8, 0.65, 4)]);
        same(() => bandPassAll([x, ...others], 30, 0.3, 4));
        same(() => lowPassBoth(x, others[0] ?? x, 30, 0.5));
        for (const [k, y] of [x, ...others].entries()) {
          const together = bandPassAll([x, ...others], 30, 0.3, 4)[k];
          expect(together).toEqual(bandPass(y, 30, 0.3, 4));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('give the same power spectra as TypeScript, alone, in pairs and in any number', () => {
    const waves = fc.integer({ min: 1, max: 300 }).chain((length) =>
      fc.array(fc.oneof(series(length, length), fc.constant(new Float64Array(length).fill(0.1))), {
        minLength: 1,
        maxLength: 5,
      }),
    );
    fc.assert(
      fc.property(
        waves,
        fc.nat(),
        fc.double({ min: 0.1, max: 20, noNaN: true }),
        (all, at, topHz) => {
          const start = at % (all[0]?.length ?? 1);
          const powers = (values: (one: Float64Array) => Float64Array) =>
            powerSpectra(all.map(values), 30, start, all[0]?.length ?? 0, topHz, 64).map(
              ({ power }) => Float64Array.from(power),
            );
          const expected = withoutKernels(() => powers((one) => one));
          expect(powers((one) => one)).toEqual(expected);
          expect(withScratch(() => powers(inside))).toEqual(expected);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('take the same logarithms as TypeScript, of any number', () => {
    const powers = fc.integer({ min: -1074, max: 1023 }).map((power) => 2 ** power);
    const numbers = fc.array(
      fc.oneof(
        fc.double(),
        fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
        fc
          .tuple(powers, fc.integer({ min: -100, max: 100 }))
          .map(([one, n]) => one * (1 + n / 2 ** 23)),
      ),
      { minLength: 1, maxLength: 60 },
    );
    fc.assert(
      fc.property(numbers, (all) => {
        const logs = () =>
          withScratch(() => {
            const colour = inside(Float64Array.from(all));
            return [...logsOf({ red: colour, green: colour, blue: colour }).green];
          });
        expect(logs()).toEqual(withoutKernels(logs));
      }),
      { numRuns: 1000 },
    );
  });

  it('interpolate to the same numbers as TypeScript, alone, in pairs and in any number', () => {
    const steps = fc.array(fc.double({ min: 1e-3, max: 100, noNaN: true }), {
      minLength: 1,
      maxLength: 200,
    });
    const gaps = steps.chain((widths) =>
      fc.record({
        widths: fc.constant(widths),
        // Equal neighbours too, where the slope is zero.
        all: fc.array(
          fc.oneof(
            series(widths.length, widths.length),
            fc
              .array(fc.integer({ min: 0, max: 2 }), {
                minLength: widths.length,
                maxLength: widths.length,
              })
              .map((values) => Float64Array.from(values)),
          ),
          { minLength: 1, maxLength: 5 },
        ),
        step: fc.double({ min: 0.01, max: 30, noNaN: true }),
      }),
    );
    fc.assert(
      fc.property(gaps, ({ widths, all, step }) => {
        let at = 0;
        const x = Float64Array.from(widths, (width) => (at += width));
        const resampled = () =>
          withScratch(() =>
            resampler(inside(x), -5, step, 150)(...all.map(inside)).map((values) => [...values]),
          );
        expect(resampled()).toEqual(withoutKernels(resampled));
      }),
      { numRuns: 60 },
    );
  });

  it('explain variability by the same numbers as TypeScript', () => {
    const bands = fc.array(
      fc.record({
        power: fc.double({ min: 1, max: 1e5, noNaN: true }),
        gain: fc.double({ min: 0.2, max: 1, noNaN: true }),
        noise: fc.double({ min: 1, max: 1e4, noNaN: true }),
        slow: fc.double({ min: 0.5, max: 3, noNaN: true }),
      }),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(bands, (all) => {
        const seen = {
          bands: all.map(({ slow, ...band }, k) => {
            const cycles = (k + 1) / 50;
            return { ...band, cycles, hz: 1.1 * cycles, size: 4, slowNoise: slow * band.noise };
          }),
          ...{ count: 120, perBeat: 4, noiseCount: 30, meanMs: 900 },
        };
        const spread = () => withScratch(() => spreadOf(seen));
        expect(spread()).toEqual(withoutKernels(spread));
      }),
      { numRuns: 60 },
    );
  });

  it('leave series that are too long for their memory to TypeScript', () => {
    const wave = (length: number) => Float64Array.from({ length }, (_, i) => Math.sin(i / 3));
    for (const length of [MAX_SERIES - 200, MAX_SERIES, 3 * MAX_SERIES]) {
      const filtered = () => bandPass(wave(length), 30, 0.65, 4);
      expect(filtered()).toEqual(withoutKernels(filtered));
    }
    const size = 4 * MAX_SERIES;
    const [shared, own] = [fftPlan(size), new FftPlan(size)];
    for (const plan of [shared, own]) plan.transform(wave(MAX_SERIES + 1), undefined);
    expect(shared.re).toEqual(own.re);
  });

  it('give a measurement the same results as TypeScript, to the last bit', () => {
    const payloads = phantomChunks({ bpm: 72, snr: 14 }).map(encodeChunk);
    const answers = () => {
      const analysis = new PayloadAnalysis();
      return payloads.map((payload, at) => {
        analysis.add(payload);
        return analysis.answer(at < payloads.length - 1);
      });
    };
    const compiled = answers();
    expect(compiled.at(-1)?.['EVIDENCE_WAVE']?.Data.length).toBeGreaterThan(500);
    expect(compiled).toEqual(withoutKernels(answers));
  });
});
