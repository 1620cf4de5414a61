// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { isSame } from './oracle.ts';

const nested = (depth: number, leaf: string): unknown =>
  JSON.parse(`${'['.repeat(depth)}${leaf}${']'.repeat(depth)}`);

describe('the comparison of values', () => {
  it('accepts equal contents', () => {
    const value = { a: [1, { b: null, c: '' }], d: Float32Array.of(1, NaN), e: undefined };
    expect(
      isSame(value, { e: undefined, d: Float32Array.of(1, NaN), a: [1, { c: '', b: null }] }),
    ).toBe(true);
    expect(isSame(NaN, NaN)).toBe(true);
  });

  it('refuses a different leaf, name, type or length', () => {
    for (const [one, other] of [
      [{ a: 1 }, { a: 2 }],
      [{ a: undefined }, { b: undefined }],
      [{ a: undefined }, {}],
      [[], {}],
      [null, {}],
      [[1], [1, 2]],
      [0, -0],
      ['1', 1],
      [Float32Array.of(1), Float32Array.of(2)],
    ]) {
      expect(isSame(one, other)).toBe(false);
    }
  });

  it('works at any depth of nesting', () => {
    expect(isSame(nested(6_000, '1'), nested(6_000, '1'))).toBe(true);
    expect(isSame(nested(6_000, '1'), nested(6_000, '2'))).toBe(false);
    expect(isSame(nested(6_000, '1'), nested(6_001, '1'))).toBe(false);
  });
});
