// SPDX-License-Identifier: Apache-2.0
import type { z } from './schema.ts';

type Path = readonly (string | number)[];

/** Where a `length` is an object, which no text and no list has. */
function strangeLength(value: unknown): Path | null {
  const waiting: (readonly [unknown, Path])[] = [[value, []]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [one, path] = next;
    if (typeof one !== 'object' || one === null) continue;
    if (typeof Reflect.get(one, 'length') === 'object') return path;
    for (const [key, member] of Object.entries(one)) waiting.push([member, [...path, key]]);
  }
  return null;
}

export type Parsed<T> =
  | { readonly success: true; readonly data: T; readonly error?: undefined }
  | {
      readonly success: false;
      readonly error: { readonly issues: readonly z.core.$ZodIssue[] };
    };

/**
 * As `schema.safeParse`, for what a stranger wrote. The length rules of zod look at whatever has a `length`, a text or
 * not: `{"length": {"toString": null}}` cannot be compared with a number, and the comparison throws. Here it is refused
 * like any other value of a wrong type.
 */
export function parseUntrusted<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
): Parsed<z.output<S>> {
  try {
    return schema.safeParse(value);
  } catch (error) {
    const path = strangeLength(value);
    if (path === null) throw error;
    const at = [...path];
    return {
      success: false,
      error: { issues: [{ code: 'custom', path: at, message: 'Invalid input', input: value }] },
    };
  }
}
