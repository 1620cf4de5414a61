// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { subscribeBody } from './analysis/schemas.ts';
import { fieldErrors } from './field-errors.ts';
import { z } from './schema.ts';
import { parseUntrusted } from './untrusted.ts';

/** Counts the array items that are iterated or copied during `run`. */
function itemsRead(run: () => void): number {
  const name = Symbol.iterator;
  const own = Object.getOwnPropertyDescriptor(Array.prototype, name);
  if (own === undefined) throw new Error('Arrays have an iterator.');
  let items = 0;
  const value = function (this: readonly unknown[]): IterableIterator<unknown> {
    items += this.length;
    return this.values();
  };
  Object.defineProperty(Array.prototype, name, { ...own, value });
  try {
    run();
  } finally {
    Object.defineProperty(Array.prototype, name, own);
  }
  return items;
}

describe('untrusted input', () => {
  it.each([
    ['an object whose length cannot be compared', { length: { toString: null } }, 'Params.ID'],
    ['one further in', { a: [{ length: { toString: 1, valueOf: 1 } }] }, 'Params.ID'],
  ])('is refused in place of a string: %s', (_what, ID, field) => {
    const parsed = parseUntrusted(subscribeBody, { Params: { ID }, RequestID: 'RESULT0001' });
    expect(parsed.success).toBe(false);
    const fields = fieldErrors(parsed.error?.issues ?? [], 'body');
    expect(Object.keys(fields).some((name) => name.startsWith(field))).toBe(true);
  });

  it('is traversed once, at any depth', () => {
    const deep = 3000;
    const value: unknown = JSON.parse(
      `{"Params":{"ID":{"length":{"toString":null}}},"z":${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}}`,
    );
    let parsed = null;
    const items = itemsRead(() => {
      parsed = parseUntrusted(subscribeBody, value);
    });
    expect(parsed).toMatchObject({ error: { issues: [{ path: ['Params', 'ID'] }] } });
    expect(items).toBeLessThan(10 * deep);
  });

  it('is accepted or refused as by the schema itself', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const schema = z.object({ Params: z.unknown(), RequestID: z.string() });
        expect(parseUntrusted(schema, value).success).toBe(schema.safeParse(value).success);
      }),
    );
  });

  it('does not hide errors thrown by the schema', () => {
    const faulty = z.pipe(
      z.string(),
      z.transform((): string => {
        throw new TypeError('a fault');
      }),
    );
    expect(() => parseUntrusted(faulty, 'a')).toThrow('a fault');
  });
});
