// SPDX-License-Identifier: Apache-2.0
/** Invariants that must hold after every input. */

/** A rule that an input broke. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

export function assertThat(holds: boolean, rule: string): asserts holds {
  if (!holds) throw new Violation(rule);
}

/**
 * A value's members by name, and its kind; null for a value without members. NaNs compare equal whatever their bits.
 */
function heldBy(
  value: unknown,
): { readonly kind: string; readonly held: [string, unknown][] } | null {
  if (typeof value !== 'object' || value === null) return null;
  const isList =
    Array.isArray(value) || value instanceof Float32Array || value instanceof Float64Array;
  return { kind: isList ? 'list' : 'object', held: Object.entries(value) };
}

/** Deep equality, iterative because JSON can nest deeper than a recursive comparison can follow. */
export function isSame(left: unknown, right: unknown): boolean {
  const waiting: [unknown, unknown][] = [[left, right]];
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const one = heldBy(pair[0]);
    const other = heldBy(pair[1]);
    if (one === null || other === null) {
      if (!Object.is(...pair)) return false;
      continue;
    }
    if (one.kind !== other.kind || one.held.length !== other.held.length) return false;
    const byName = new Map(other.held);
    for (const [name, value] of one.held) {
      if (!byName.has(name)) return false;
      waiting.push([value, byName.get(name)]);
    }
  }
  return true;
}

const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype, String.prototype];
const membersOf = (): readonly number[] =>
  PROTOTYPES.map((prototype) => Object.getOwnPropertyNames(prototype).length);

/** @returns a check that nothing was added to the built-in prototypes. */
export function prototypesGuard(): () => void {
  const before = membersOf();
  return () => {
    assertThat(isSame(membersOf(), before), 'a prototype that every object inherits was changed');
  };
}

/** Strings that would disclose internals. */
const INSIDE = /\n\s+at .+:\d+:\d+|node_modules|file:\/\/|\/src\/|SQLITE_|SqliteError|\bat async\b/;

export function assertNoInternals(text: string): void {
  const found = INSIDE.exec(text)?.[0];
  assertThat(found === undefined, `an answer discloses internals: ${found ?? ''}`);
}

/** Runs work that may be refused with one documented error class only. @returns undefined when it was refused. */
export async function resultOrRefusal<T>(
  work: () => T | Promise<T>,
  isDocumented: (error: unknown) => boolean,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!isDocumented(error)) throw error;
    if (error instanceof Error) assertNoInternals(error.message);
    return undefined;
  }
}
