// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandPass, lowPass } from './butterworth.ts';
import { differenced, runningMean, linearlyDetrended } from './detrend.ts';
import { FftPlan, nextPowerOfTwo } from './fft.ts';
import { pchip } from './pchip.ts';
import { ridgeOn } from './ridge.ts';
import { highestBin, powerSpectra, powerWithin, refinedPeakHz, smoothInBand } from './spectrum.ts';
import { upsample } from './spline.ts';
import { median } from './median.ts';
import { sampleDeviation, standardDeviation, standardised } from './statistics.ts';

const values = (min: number, max: number): fc.Arbitrary<number[]> =>
  fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: min, maxLength: max });
const sine = (hz: number, rate: number, length: number, phase = 0): Float64Array =>
  Float64Array.from({ length }, (_, i) => Math.sin((2 * Math.PI * hz * i) / rate + phase));

const transformed = (
  size: number,
  first: readonly number[],
  second?: readonly number[],
): { re: Float64Array; im: Float64Array } => {
  const plan = new FftPlan(size);
  plan.re.fill(Number.NaN);
  plan.im.fill(Number.NaN);
  plan.transform(
    Float64Array.from(first),
    second === undefined ? undefined : Float64Array.from(second),
  );
  return plan;
};

describe('the Fourier transform', () => {
  it('equals the sum that defines it', () => {
    fc.assert(
      fc.property(values(16, 16), values(16, 16), (a, b) => {
        const { re, im } = transformed(16, a, b);
        for (let k = 0; k < 16; k++) {
          let r = 0;
          let m = 0;
          for (let n = 0; n < 16; n++) {
            const angle = (-2 * Math.PI * k * n) / 16;
            r += (a[n] ?? 0) * Math.cos(angle) - (b[n] ?? 0) * Math.sin(angle);
            m += (a[n] ?? 0) * Math.sin(angle) + (b[n] ?? 0) * Math.cos(angle);
          }
          expect(re[k]).toBeCloseTo(r, 8);
          expect(im[k]).toBeCloseTo(m, 8);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('keeps the energy of the signal', () => {
    fc.assert(
      fc.property(values(64, 64), (a) => {
        const { re, im } = transformed(64, a);
        const before = a.reduce((sum, x) => sum + x * x, 0);
        const after = re.reduce((sum, x, i) => sum + x * x + (im[i] ?? 0) ** 2, 0) / 64;
        expect(after).toBeCloseTo(before, 6);
      }),
    );
  });

  it('pads short input with zeros', () => {
    fc.assert(
      fc.property(values(1, 64), fc.constantFrom(64, 128, 256, 512), (a, size) => {
        const zeros = new Array<number>(size - a.length).fill(0);
        const short = transformed(size, a, a);
        const long = transformed(size, [...a, ...zeros], [...a, ...zeros]);
        for (let k = 0; k < size; k++) {
          expect(short.re[k]).toBeCloseTo(long.re[k] ?? Number.NaN, 9);
          expect(short.im[k]).toBeCloseTo(long.im[k] ?? Number.NaN, 9);
        }
      }),
    );
  });

  it('refuses a size that is not a power of two', () => {
    expect(() => new FftPlan(12)).toThrow('power of two');
    expect(nextPowerOfTwo(900)).toBe(1024);
    expect(nextPowerOfTwo(1024)).toBe(1024);
  });
});

describe('power spectra', () => {
  it('have a sine at its frequency, whichever series shares the transform', () => {
    const series = [sine(1.2, 15, 450), sine(2.7, 15, 450), sine(0.9, 15, 450)];
    const spectra = powerSpectra(series, 15, 0, 450, 4, 4096);
    const found = spectra.map((s) => refinedPeakHz(s, highestBin(s, 0.5, 4)));
    [1.2, 2.7, 0.9].forEach((hz, k) => {
      expect(found[k]).toBeCloseTo(hz, 2);
    });
  });

  it('do not leak from one series of a pair into the other', () => {
    const [first, second] = powerSpectra(
      [sine(1.2, 15, 450), sine(2.7, 15, 450)],
      15,
      0,
      450,
      4,
      4096,
    );
    expect(first && second).toBeDefined();
    if (first === undefined || second === undefined) return;
    expect(powerWithin(first, 2.6, 2.8) / powerWithin(first, 1.1, 1.3)).toBeLessThan(1e-4);
    expect(powerWithin(second, 1.1, 1.3) / powerWithin(second, 2.6, 2.8)).toBeLessThan(1e-4);
  });

  it('sum to one inside the band and to zero outside', () => {
    const [spectrum] = powerSpectra([sine(1.2, 15, 450)], 15, 0, 450, 5, 4096);
    if (spectrum === undefined) throw new Error('no spectrum');
    smoothInBand(spectrum, 0.05, 0.65, 4);
    expect(powerWithin(spectrum, 0, 10)).toBeCloseTo(1, 9);
    expect(powerWithin(spectrum, 0, 0.6)).toBe(0);
  });
});

describe('the zero-phase filter', () => {
  it('passes the band without a delay and stops the rest', () => {
    const rate = 30;
    const inside = sine(1.5, rate, 900, 0.4);
    const filtered = bandPass(inside, rate, 0.65, 4);
    for (let i = 100; i < 800; i++) {
      expect(Math.abs((filtered[i] ?? 0) - (inside[i] ?? 0))).toBeLessThan(0.1);
    }
    const strength = (hz: number): number =>
      standardDeviation(bandPass(sine(hz, rate, 900), rate, 0.65, 4), 100, 800) * Math.SQRT2;
    expect(strength(0.1)).toBeLessThan(0.01);
    expect(strength(12)).toBeLessThan(0.02);
    expect(strength(0.65)).toBeCloseTo(0.5, 1);
  });

  it('removes a constant of any size without ringing at the ends', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (level) => {
        const out = bandPass(new Float64Array(300).fill(level), 30, 0.65, 4);
        expect(Math.max(...out.map(Math.abs))).toBeLessThan(1e-6 * (1 + Math.abs(level)));
      }),
    );
  });

  it('is linear', () => {
    fc.assert(
      fc.property(values(120, 120), values(120, 120), (a, b) => {
        const sum = lowPass(
          Float64Array.from(a, (x, i) => 2 * x - (b[i] ?? 0)),
          30,
          4,
        );
        const one = lowPass(Float64Array.from(a), 30, 4);
        const other = lowPass(Float64Array.from(b), 30, 4);
        sum.forEach((x, i) => {
          expect(x).toBeCloseTo(2 * (one[i] ?? 0) - (other[i] ?? 0), 6);
        });
      }),
      { numRuns: 30 },
    );
  });

  it('handles no samples and a single sample', () => {
    expect(bandPass(new Float64Array(0), 30, 0.65, 4)).toHaveLength(0);
    expect([...bandPass(Float64Array.of(7), 30, 0.65, 4)]).toEqual([0]);
  });
});

const rising = fc
  .array(
    fc.tuple(
      fc.double({ min: 1, max: 80, noNaN: true }),
      fc.double({ min: -9, max: 9, noNaN: true }),
    ),
    {
      minLength: 2,
      maxLength: 40,
    },
  )
  .map((steps) => {
    let at = 0;
    const x = steps.map(([step]) => (at += step));
    return { x: Float64Array.from(x), y: Float64Array.from(steps, ([, y]) => y) };
  });

describe('monotone interpolation', () => {
  it('passes through its points and never leaves the range of its neighbours', () => {
    fc.assert(
      fc.property(rising, ({ x, y }) => {
        x.forEach((at, i) => {
          expect(pchip(x, y, at, 1, 1)[0]).toBeCloseTo(y[i] ?? 0, 7);
        });
        for (let i = 0; i + 1 < x.length; i++) {
          const [a, b] = [y[i] ?? 0, y[i + 1] ?? 0];
          const width = (x[i + 1] ?? 0) - (x[i] ?? 0);
          for (const value of pchip(x, y, x[i] ?? 0, width / 7, 8)) {
            expect(value).toBeGreaterThanOrEqual(Math.min(a, b) - 1e-9);
            expect(value).toBeLessThanOrEqual(Math.max(a, b) + 1e-9);
          }
        }
      }),
    );
  });

  it('follows an unevenly sampled sine closely', () => {
    const x = Float64Array.from({ length: 300 }, (_, i) => i * 33 + (i % 3) * 7);
    const y = x.map((ms) => Math.sin((2 * Math.PI * 1.2 * ms) / 1000));
    const out = pchip(x, y, 0, 1000 / 30, 290);
    const worst = out.reduce(
      (most, value, i) => Math.max(most, Math.abs(value - Math.sin((2 * Math.PI * 1.2 * i) / 30))),
      0,
    );
    expect(worst).toBeLessThan(0.02);
  });
});

describe('the spline', () => {
  it('keeps its points and lies on the sine between them', () => {
    const y = sine(1.5, 30, 90);
    const fine = upsample(y, 10);
    expect(fine).toHaveLength(891);
    y.forEach((value, i) => {
      expect(fine[i * 10]).toBeCloseTo(value, 12);
    });
    for (let i = 100; i < 800; i++) {
      expect(fine[i]).toBeCloseTo(Math.sin((2 * Math.PI * 1.5 * i) / 300), 4);
    }
  });
});

describe('ridge regression', () => {
  it('recovers the mixture of a target, whatever the units of the regressors', () => {
    const a = sine(0.7, 30, 600);
    const b = sine(1.9, 30, 600, 1).map((x) => 1000 * x);
    const target = a.map((x, i) => 3 * x - 0.002 * (b[i] ?? 0));
    const fit = ridgeOn([a, b], new Uint8Array(600).fill(1), 1e-3)(target);
    expect(fit[0]).toBeCloseTo(3, 1);
    expect(fit[1]).toBeCloseTo(-0.002, 4);
  });

  it('stays finite when two regressors are the same', () => {
    const a = sine(0.7, 30, 300);
    const fit = ridgeOn([a, a], new Uint8Array(300).fill(1), 1e-3)(a);
    expect((fit[0] ?? 0) + (fit[1] ?? 0)).toBeCloseTo(1, 2);
  });

  it('ignores unused samples', () => {
    const a = sine(0.7, 30, 300);
    const spoilt = a.map((x, i) => (i < 50 ? 99 : 2 * x));
    const used = Uint8Array.from(a, (_, i) => (i < 50 ? 0 : 1));
    expect(ridgeOn([a], used, 1e-3)(spoilt)[0]).toBeCloseTo(2, 1);
  });
});

describe('detrending and statistics', () => {
  it('removes a straight line exactly', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -9, max: 9, noNaN: true }),
        fc.double({ min: -9, max: 9, noNaN: true }),
        (m, c) => {
          const flat = linearlyDetrended(Float64Array.from({ length: 50 }, (_, i) => m * i + c));
          expect(Math.max(...flat.map(Math.abs))).toBeLessThan(1e-9);
        },
      ),
    );
  });

  it('averages over the samples that exist at the ends', () => {
    expect([...runningMean(Float64Array.of(1, 2, 3, 4), 1)]).toEqual([1.5, 2, 3, 3.5]);
    expect([...differenced(Float64Array.of(1, 3, 6))]).toEqual([2, 2, 3]);
  });

  it('selects the median that sorting would find', () => {
    const numbers = fc.oneof(
      fc.double({ min: -1e9, max: 1e9 }),
      fc.constantFrom(0, -0, 1, Number.NaN, Number.POSITIVE_INFINITY),
    );
    fc.assert(
      fc.property(fc.array(numbers, { minLength: 1, maxLength: 60 }), (all) => {
        const sorted = all.filter((one) => Number.isFinite(one)).sort((a, b) => a - b);
        const [below, above] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
        if (below === undefined || above === undefined) expect(median(all)).toBeNaN();
        else expect(median(all) + 0).toBe((below + above) / 2 + 0);
      }),
    );
  });

  it('gives the median of finite values, and NaN without values', () => {
    expect(median([3, Number.NaN, 1, 2])).toBe(2);
    expect(median([4, 1])).toBe(2.5);
    expect(median([])).toBeNaN();
    expect(sampleDeviation(Float64Array.of(5))).toBeNaN();
    expect(sampleDeviation(Float64Array.of(1, 3))).toBeCloseTo(Math.SQRT2, 12);
    expect([...standardised(Float64Array.of(2, 2, 2))]).toEqual([0, 0, 0]);
  });
});
