// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { anySignal, canParse } from './older-browsers.ts';

describe('a signal that combines several', () => {
  it('aborts with the first of them and its reason', () => {
    const [one, two] = [new AbortController(), new AbortController()];
    const joined = anySignal([one.signal, two.signal]);
    expect(joined.aborted).toBe(false);
    two.abort('two');
    one.abort('one');
    expect(joined.reason).toBe('two');
  });

  it('is aborted from the start when one of them is', () => {
    const joined = anySignal([new AbortController().signal, AbortSignal.abort('gone')]);
    expect([joined.aborted, joined.reason]).toEqual([true, 'gone']);
  });
});

it("canParse agrees with the browser's URL.canParse", () => {
  for (const [address, base] of [
    ['https://a.example/', undefined],
    ['nothing', undefined],
    ['path', 'https://a.example'],
    ['', undefined],
  ] as const) {
    expect(canParse(address, base), address).toBe(URL.canParse(address, base));
  }
});
