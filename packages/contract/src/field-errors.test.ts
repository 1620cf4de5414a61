// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { fieldErrors } from './field-errors.ts';
import { z } from './schema.ts';

const errorsOf = (schema: z.ZodMiniType, value: unknown) =>
  fieldErrors(z.safeParse(schema, value).error?.issues ?? [], 'body', value);

describe('an error in a union', () => {
  const one = z.object({ name: z.string().check(z.maxLength(3)), parts: z.array(z.number()) });
  const oneOrMany = z.union([one, z.array(one)]);

  it.each([
    ['the object', { name: 'long', parts: ['x'] }, { name: 'MAXIMUM', 'parts.0': 'TYPE' }],
    ['the list', [{ name: 'abc', parts: 1 }], { '0.parts': 'TYPE' }],
    ['neither', 'x', { body: 'TYPE' }],
  ])('is reported for the field where %s was meant', (_, value, rules) => {
    const found = Object.entries(errorsOf(oneOrMany, value));
    expect(Object.fromEntries(found.map(([field, [first]]) => [field, first?.[0]]))).toEqual(rules);
  });

  it('is reported with its full path in nested unions', () => {
    const schema = z.object({ a: z.union([z.null(), z.object({ b: oneOrMany })]) });
    expect(errorsOf(schema, { a: { b: [{ name: 'long', parts: [] }] } })).toEqual({
      'a.b.0.name': [['MAXIMUM', ['3']]],
    });
    expect(errorsOf(schema, { a: 1 })).toEqual({ a: [['TYPE', ['null', 'object']]] });
  });

  it('is that of the other alternative where one is the empty string', () => {
    const schema = z.union([z.literal(''), z.int().check(z.minimum(8))]);
    expect(errorsOf(schema, 4)).toEqual({ body: [['MINIMUM', ['8']]] });
    expect(errorsOf(schema, true)).toEqual({ body: [['TYPE', ['number']]] });
  });

  it('is reported for the whole value where several alternatives could have been meant', () => {
    const either = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]);
    expect(errorsOf(either, {})).toEqual({ body: [['VALID_PROPERTIES', []]] });
  });
});

it('names the rule that a field name breaks', () => {
  const schema = z.record(z.string().check(z.maxLength(3)), z.number());
  expect(errorsOf(schema, { long: 1 })).toEqual({ long: [['MAXIMUM', ['3']]] });
});

it('distinguishes a missing field from one of the wrong type', () => {
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

it('calls a record with arbitrary keys an object', () => {
  const values = z.record(z.string(), z.number());
  const schema = z.object({ values, either: z.union([z.null(), values]) });
  expect(errorsOf(schema, { values: null, either: 1 })).toEqual({
    values: [['TYPE', ['object']]],
    either: [['TYPE', ['null', 'object']]],
  });
});

it('names only the limit of the field for a number beyond the safe integers', () => {
  const whole = z.int().check(z.minimum(-5), z.maximum(5));
  const schema = z.object({ most: whole, least: whole, any: z.int() });
  expect(errorsOf(schema, { most: 2 ** 53, least: -(2 ** 53), any: 2 ** 53 })).toEqual({
    most: [['MAXIMUM', ['5']]],
    least: [['MINIMUM', ['-5']]],
    any: [['MAXIMUM', [String(Number.MAX_SAFE_INTEGER)]]],
  });
});

it('reports that a repeated query field may be given once', () => {
  const schema = z.object({ Limit: z.string() });
  const value = { Limit: ['1', '2'] };
  const issues = z.safeParse(schema, value).error?.issues ?? [];
  expect(fieldErrors(issues, 'query', value)).toEqual({
    Limit: [['VALID_PROPERTIES', ['given once']]],
  });
  expect(fieldErrors(issues, 'body', value)).toEqual({ Limit: [['TYPE', ['string']]] });
});
