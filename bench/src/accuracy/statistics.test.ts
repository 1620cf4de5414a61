// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreement, quantile } from './statistics.ts';

const figures = z.object({
  ...{ mae: z.number(), rmse: z.number(), worst: z.number() },
  ...{ bias: z.number(), lowerLimit: z.number(), upperLimit: z.number() },
});
const pairs = (values: readonly (readonly [number, number])[]) =>
  values.map(([truth, value]) => ({ truth, value }));

describe('agreement with the truth', () => {
  it('gives MAE, RMSE, bias, limits of agreement and correlation', () => {
    const found = agreement(
      pairs([
        [60, 61],
        [70, 67],
        [80, 82],
      ]),
    );
    expect(found).toMatchObject({ n: 3, mae: 2, median: 2, bias: 0, worst: 3 });
    expect(found.rmse).toBeCloseTo(Math.sqrt(14 / 3), 12);
    // The sample deviation of 1, -3, 2 is the root of 7.
    expect(found.upperLimit).toBeCloseTo(1.96 * Math.sqrt(7), 12);
    expect(found.lowerLimit).toBeCloseTo(-1.96 * Math.sqrt(7), 12);
    expect(found.r).toBeCloseTo(0.9707253433941511, 9);
  });

  it('is null without pairs, or with too few', () => {
    expect(agreement([])).toMatchObject({ mae: null, worst: null });
    expect(agreement(pairs([[60, 61]])).upperLimit).toBeNull();
    expect(
      agreement(
        pairs([
          [60, 61],
          [70, 71],
        ]),
      ).r,
    ).toBeNull();
  });

  it('has no correlation with a constant truth', () => {
    const found = agreement(
      pairs([
        [60, 61],
        [60, 62],
        [60, 63],
      ]),
    );
    expect(found.r).toBeNull();
  });

  it('shifts only its bias by a constant offset, not the width of its limits', () => {
    const some = fc.array(
      fc.tuple(
        fc.double({ min: 40, max: 180, noNaN: true }),
        fc.double({ min: -9, max: 9, noNaN: true }),
      ),
      { minLength: 3, maxLength: 20 },
    );
    fc.assert(
      fc.property(some, fc.double({ min: -5, max: 5, noNaN: true }), (list, shift) => {
        const of = (by: number) =>
          figures.parse(
            agreement(list.map(([truth, off]) => ({ truth, value: truth + off + by }))),
          );
        const [plain, moved] = [of(0), of(shift)];
        expect(moved.bias).toBeCloseTo(plain.bias + shift, 8);
        expect(moved.upperLimit - moved.lowerLimit).toBeCloseTo(
          plain.upperLimit - plain.lowerLimit,
          8,
        );
        expect(moved.rmse).toBeGreaterThanOrEqual(moved.mae - 1e-9);
        expect(moved.worst).toBeGreaterThanOrEqual(moved.rmse - 1e-9);
      }),
    );
  });

  it('interpolates a quantile between neighbours', () => {
    expect(quantile([1, 2, 4, 8], 0.5)).toBe(3);
    expect(quantile([], 0.5)).toBeNaN();
  });
});
