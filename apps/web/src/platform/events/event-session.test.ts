// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { createEventSession } from './event-session.ts';

/** A tab's storage, in memory. */
function tab(entries = new Map<string, string>()): Storage {
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    key: (index) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size;
    },
  };
}

const numbers = (storage: Storage | null, count: number, session = 's-1'): number[] => {
  const { nextSequence } = createEventSession(session, storage);
  return Array.from({ length: count }, nextSequence);
};

describe('the sequence numbers of events', () => {
  it('continue across the page loads of a tab', () => {
    const storage = tab();
    expect(numbers(storage, 3)).toEqual([0, 1, 2]);
    expect(numbers(storage, 2)).toEqual([3, 4]);
  });

  it('are counted per session', () => {
    const storage = tab();
    numbers(storage, 3);
    expect(numbers(storage, 2, 's-2')).toEqual([0, 1]);
  });

  it.each(['-1', '1.5', 'NaN', 'many', '9'.repeat(30)])('start at 0 after %s', (stored) => {
    expect(numbers(tab(new Map([['perfuse.events.s-1', stored]])), 1)).toEqual([0]);
  });

  it('are counted without storage, and with one that throws', () => {
    const denied = (): never => {
      throw new DOMException('denied', 'SecurityError');
    };
    expect(numbers(null, 2)).toEqual([0, 1]);
    const locked = Object.assign(tab(), { getItem: denied, setItem: denied });
    expect(numbers(locked, 2)).toEqual([0, 1]);
  });
});
