// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { copyOf, withScratch, zeros } from './scratch.ts';

describe('the memory of an analysis', () => {
  it('gives zeros, however the analysis before left it', () => {
    withScratch(() => zeros(900).fill(7));
    withScratch(() => {
      expect(zeros(900)).toEqual(new Float64Array(900));
    });
  });

  it('gives each series a part of its own', () => {
    withScratch(() => {
      const series = [1, 5, 900, 0, 8].map((length, at) => zeros(length).fill(at));
      expect(series.map(({ length }) => length)).toEqual([1, 5, 900, 0, 8]);
      series.forEach((values, at) => {
        expect(values.every((value) => value === at)).toBe(true);
      });
    });
  });

  it('is shared by an analysis and what it calls', () => {
    withScratch(() => {
      const outer = zeros(3).fill(1);
      withScratch(() => zeros(3).fill(2));
      expect([...outer]).toEqual([1, 1, 1]);
      expect(zeros(3).buffer).toBe(outer.buffer);
    });
  });

  it('is left alone outside of an analysis, also after one that failed', () => {
    const failing = (): never => {
      zeros(3);
      throw new Error('failed');
    };
    expect(() => withScratch(failing)).toThrow('failed');
    expect(zeros(3).buffer.byteLength).toBe(24);
    expect(copyOf([1, 2]).buffer.byteLength).toBe(16);
  });

  it('has no limit: what does not fit gets memory of its own', () => {
    withScratch(() => {
      const [first, most, last] = [copyOf([1, 2]), zeros(2 ** 20), copyOf([3])];
      most.fill(9);
      expect([...first, most.length, ...last]).toEqual([1, 2, 2 ** 20, 3]);
      expect(last.buffer).toBe(first.buffer);
    });
  });
});
