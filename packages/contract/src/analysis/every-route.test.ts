// SPDX-License-Identifier: Apache-2.0
import { z } from '../schema.ts';
import { describe, expect, it } from 'vitest';
import { EVERY_ANALYSIS_ROUTE } from './every-route.ts';
import type { Route } from '../route.ts';

/** Every optional field of a request body, as `<route> <field>`. */
function optionalFields(): readonly (readonly [string, z.core.$ZodType])[] {
  return Object.entries<Route>(EVERY_ANALYSIS_ROUTE).flatMap(([name, { body }]) =>
    body instanceof z.ZodMiniObject
      ? Object.entries(body.shape)
          .filter(([, field]) => z.safeParse(field, undefined).success)
          .map(([key, field]) => [`${name} ${key}`, field] as const)
      : [],
  );
}

describe('an optional field', () => {
  const fields = optionalFields();

  it('is one of many', () => {
    expect(fields.length).toBeGreaterThan(80);
  });

  it.each(fields)('may be empty or null: %s', (_, field) => {
    expect(['', null].map((empty) => z.safeParse(field, empty).success)).toEqual([true, true]);
  });
});
