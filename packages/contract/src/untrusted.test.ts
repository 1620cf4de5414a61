// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { subscribeBody } from './analysis/schemas.ts';
import { fieldErrors } from './field-errors.ts';
import { z } from './schema.ts';
import { parseUntrusted } from './untrusted.ts';

describe('what strangers wrote', () => {
  it.each([
    ['an object whose length cannot be compared', { length: { toString: null } }, 'Params.ID'],
    ['one further in', { a: [{ length: { toString: 1, valueOf: 1 } }] }, 'Params.ID'],
  ])('is refused where a text belongs: %s', (_what, ID, field) => {
    const parsed = parseUntrusted(subscribeBody, { Params: { ID }, RequestID: 'RESULT0001' });
    expect(parsed.success).toBe(false);
    const fields = fieldErrors(parsed.error?.issues ?? [], 'body');
    expect(Object.keys(fields).some((name) => name.startsWith(field))).toBe(true);
  });

  it('is judged as the schema does otherwise', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const schema = z.object({ Params: z.unknown(), RequestID: z.string() });
        expect(parseUntrusted(schema, value).success).toBe(schema.safeParse(value).success);
      }),
    );
  });

  it('hides no fault of our own', () => {
    const faulty = z.pipe(
      z.string(),
      z.transform((): string => {
        throw new TypeError('a fault');
      }),
    );
    expect(() => parseUntrusted(faulty, 'a')).toThrow('a fault');
  });
});
