// SPDX-License-Identifier: Apache-2.0
import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import { numberFrom, someOf, wholeFrom } from './command-line.ts';

describe('an option of a bench', () => {
  it('is a number within its limits, or a list of known names', () => {
    expect(numberFrom(0, 15)('0.5')).toBe(0.5);
    expect(wholeFrom(1, 9)('3')).toBe(3);
    expect(someOf(['one', 'two', 'three'])('one, three')).toEqual(['one', 'three']);
  });

  it.each([
    [numberFrom(0, 15), '16'],
    [numberFrom(0, 15), ''],
    [numberFrom(0, 15), 'x'],
    [wholeFrom(1, 9), '1.5'],
    [someOf(['one']), 'one,four'],
  ])('is refused otherwise', (read, text) => {
    expect(() => read(text)).toThrow(InvalidArgumentError);
  });
});
