// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentiles } from '../percentiles.ts';
import { searchHighestLoad } from './search.ts';

const search = (limit: number, tried: number[] = []) =>
  searchHighestLoad({
    from: 10,
    upTo: 5_000,
    closeness: 0.1,
    attempt: (size) => {
      tried.push(size);
      return Promise.resolve(size);
    },
    passes: (size) => size <= limit,
  });

describe('the search for the highest load', () => {
  it('ends within a tenth of any limit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 10, max: 2_000 }), async (limit) => {
        const { most, steps } = await search(limit);
        expect(most).toBeLessThanOrEqual(limit);
        expect(limit - most).toBeLessThanOrEqual(Math.max(1, 0.1 * most) + 1);
        expect(steps.map(({ size }) => size)).toEqual(
          steps.map(({ size }) => size).sort((a, b) => a - b),
        );
      }),
    );
  });

  it('yields 0 when the first size fails twice', async () => {
    const tried: number[] = [];
    expect((await search(3, tried)).most).toBe(0);
    expect(tried).toEqual([10, 10]);
  });

  it('descends to the minimum size when the first size fails, as on a slower machine', async () => {
    const descend = (limit: number) =>
      searchHighestLoad({
        from: 40,
        upTo: 1_280,
        least: 5,
        closeness: 0.25,
        attempt: (size) => Promise.resolve(size),
        passes: (size) => size <= limit,
      });
    expect((await descend(4)).most).toBe(0);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 5, max: 39 }), async (limit) => {
        const { most, steps } = await descend(limit);
        expect(most).toBeLessThanOrEqual(limit);
        expect(limit - most).toBeLessThanOrEqual(Math.max(1, 0.25 * most) + 1);
        expect(steps.every(({ size }) => size >= 5)).toBe(true);
      }),
    );
  });

  it('does not exceed the maximum size', async () => {
    expect((await search(Infinity)).most).toBe(2_560);
  });
});

describe('percentiles', () => {
  it('are actual samples', () => {
    const samples = Array.from({ length: 100 }, (_none, at) => 100 - at);
    expect(percentiles(samples)).toEqual({ p50: 50, p95: 95, p99: 99, most: 100, samples: 100 });
    expect(percentiles([7])).toEqual({ p50: 7, p95: 7, p99: 7, most: 7, samples: 1 });
  });

  it('are NaN without samples', () => {
    expect(percentiles([])).toEqual({ p50: NaN, p95: NaN, p99: NaN, most: NaN, samples: 0 });
  });
});
