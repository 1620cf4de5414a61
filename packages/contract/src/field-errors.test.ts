// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { fieldErrors } from './field-errors.ts';
import { z } from './schema.ts';

const errorsOf = (schema: z.ZodMiniType, value: unknown) =>
  fieldErrors(z.safeParse(schema, value).error?.issues ?? [], 'body', value);

describe('what is wrong with one of several alternatives', () => {
  const one = z.object({ name: z.string().check(z.maxLength(3)), parts: z.array(z.number()) });
  const oneOrMany = z.union([one, z.array(one)]);

  it.each([
    ['the object', { name: 'long', parts: ['x'] }, { name: 'MAXIMUM', 'parts.0': 'TYPE' }],
    ['the list', [{ name: 'abc', parts: 1 }], { '0.parts': 'TYPE' }],
    ['neither', 'x', { body: 'TYPE' }],
  ])('is said of the field where %s was meant', (_, value, rules) => {
    const found = Object.entries(errorsOf(oneOrMany, value));
    expect(Object.fromEntries(found.map(([field, [first]]) => [field, first?.[0]]))).toEqual(rules);
  });

  it('is said with its whole path where alternatives are within alternatives', () => {
    const schema = z.object({ a: z.union([z.null(), z.object({ b: oneOrMany })]) });
    expect(errorsOf(schema, { a: { b: [{ name: 'long', parts: [] }] } })).toEqual({
      'a.b.0.name': [['MAXIMUM', ['3']]],
    });
    expect(errorsOf(schema, { a: 1 })).toEqual({ a: [['TYPE', ['null', 'object']]] });
  });

  it('is what the other says where one is the empty text', () => {
    const schema = z.union([z.literal(''), z.int().check(z.minimum(8))]);
    expect(errorsOf(schema, 4)).toEqual({ body: [['MINIMUM', ['8']]] });
    expect(errorsOf(schema, true)).toEqual({ body: [['TYPE', ['number']]] });
  });

  it('is said of the whole where several could have been meant', () => {
    const either = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]);
    expect(errorsOf(either, {})).toEqual({ body: [['VALID_PROPERTIES', []]] });
  });
});

it('names the rule that the name of a field breaks', () => {
  const schema = z.record(z.string().check(z.maxLength(3)), z.number());
  expect(errorsOf(schema, { long: 1 })).toEqual({ long: [['MAXIMUM', ['3']]] });
});

it('tells a field that is not there from one of a wrong type', () => {
  const inner = z.object({ kind: z.enum(['a', 'b']), either: z.union([z.string(), z.number()]) });
  const schema = z.object({ name: z.string(), inner });
  const required = [['REQUIRED', []]];
  expect(errorsOf(schema, { inner: {} })).toEqual({
    name: required,
    'inner.kind': required,
    'inner.either': required,
  });
  expect(errorsOf(schema, { name: null })).toEqual({
    name: [['TYPE', ['string']]],
    inner: required,
  });
  expect(errorsOf(schema, undefined)).toEqual({ body: [['TYPE', ['object']]] });
});

it('calls what holds fields by any name an object', () => {
  const values = z.record(z.string(), z.number());
  const schema = z.object({ values, either: z.union([z.null(), values]) });
  expect(errorsOf(schema, { values: null, either: 1 })).toEqual({
    values: [['TYPE', ['object']]],
    either: [['TYPE', ['null', 'object']]],
  });
});
