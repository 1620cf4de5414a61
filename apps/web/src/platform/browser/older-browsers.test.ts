// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { anySignal, canParse } from './older-browsers.ts';

describe('a signal of several', () => {
  it('aborts with the first of them, and with its reason', () => {
    const [one, two] = [new AbortController(), new AbortController()];
    const joined = anySignal([one.signal, two.signal]);
    expect(joined.aborted).toBe(false);
    two.abort('two');
    one.abort('one');
    expect(joined.reason).toBe('two');
  });

  it('is aborted where one of them is', () => {
    const joined = anySignal([new AbortController().signal, AbortSignal.abort('gone')]);
    expect([joined.aborted, joined.reason]).toEqual([true, 'gone']);
  });
});

it('an address can be parsed as the browser has it', () => {
  for (const [address, base] of [
    ['https://a.example/', undefined],
    ['nothing', undefined],
    ['path', 'https://a.example'],
    ['', undefined],
  ] as const) {
    expect(canParse(address, base), address).toBe(URL.canParse(address, base));
  }
});
