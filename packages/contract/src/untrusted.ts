// SPDX-License-Identifier: Apache-2.0
import type { z } from './schema.ts';

/** A nested value; `up` stands for the path, whose copy at each step would cost the square of the depth. */
interface Inside {
  readonly value: unknown;
  readonly key: string;
  readonly up: Inside | null;
}

/** Path of a value whose `length` is an object, unlike that of any text or array; null without one. */
function strangeLength(value: unknown): string[] | null {
  const waiting: Inside[] = [{ value, key: '', up: null }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const one = next.value;
    if (typeof one !== 'object' || one === null) continue;
    if (typeof Reflect.get(one, 'length') === 'object') return pathOf(next);
    for (const [key, member] of Object.entries(one)) waiting.push({ value: member, key, up: next });
  }
  return null;
}

function pathOf(inside: Inside): string[] {
  const path: string[] = [];
  for (let at = inside; at.up !== null; at = at.up) path.push(at.key);
  return path.reverse();
}

export type Parsed<T> =
  | { readonly success: true; readonly data: T; readonly error?: undefined }
  | {
      readonly success: false;
      readonly error: { readonly issues: readonly z.core.$ZodIssue[] };
    };

/**
 * Like `schema.safeParse`, for untrusted input. The length rules of zod read the `length` of any value, text or not:
 * `{"length": {"toString": null}}` cannot be compared with a number, and the comparison throws. Here it is refused like
 * any other value of a wrong type.
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
    return {
      success: false,
      error: { issues: [{ code: 'custom', path, message: 'Invalid input', input: value }] },
    };
  }
}
