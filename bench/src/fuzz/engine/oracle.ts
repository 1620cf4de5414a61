// SPDX-License-Identifier: Apache-2.0
/** What must hold after every input, whatever it was. */
import { isDeepStrictEqual } from 'node:util';

/** A rule that an input broke. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

export function demand(holds: boolean, rule: string): asserts holds {
  if (!holds) throw new Violation(rule);
}

/** Columns as plain lists: a NaN is a NaN, whatever its bits. */
function plain(value: unknown): unknown {
  if (value instanceof Float32Array || value instanceof Float64Array) return [...value];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
}

export const isSame = (left: unknown, right: unknown): boolean =>
  isDeepStrictEqual(plain(left), plain(right));

const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype, String.prototype];
const membersOf = (): readonly number[] =>
  PROTOTYPES.map((prototype) => Object.getOwnPropertyNames(prototype).length);

/** @returns a check that nothing was added to what every object inherits. */
export function prototypesGuard(): () => void {
  const before = membersOf();
  return () => {
    demand(isSame(membersOf(), before), 'a prototype that every object inherits was changed');
  };
}

/** Words that would tell the outside how the inside looks. */
const INSIDE = /\n\s+at .+:\d+:\d+|node_modules|file:\/\/|\/src\/|SQLITE_|SqliteError|\bat async\b/;

export function demandNoInside(text: string): void {
  const found = INSIDE.exec(text)?.[0];
  demand(found === undefined, `an answer tells of the inside: ${found ?? ''}`);
}

/** Runs what may refuse by one documented error class and by nothing else. @returns undefined when it refused. */
export async function orRefused<T>(
  work: () => T | Promise<T>,
  isDocumented: (error: unknown) => boolean,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!isDocumented(error)) throw error;
    if (error instanceof Error) demandNoInside(error.message);
    return undefined;
  }
}
