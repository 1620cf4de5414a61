// SPDX-License-Identifier: Apache-2.0
/** What must hold after every input, whatever it was. */

/** A rule that an input broke. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

export function assertThat(holds: boolean, rule: string): asserts holds {
  if (!holds) throw new Violation(rule);
}

/** What a value holds by name, and what kind it is; null for one that holds nothing. NaNs of a column have no bits. */
function heldBy(
  value: unknown,
): { readonly kind: string; readonly held: [string, unknown][] } | null {
  if (typeof value !== 'object' || value === null) return null;
  const isList =
    Array.isArray(value) || value instanceof Float32Array || value instanceof Float64Array;
  return { kind: isList ? 'list' : 'object', held: Object.entries(value) };
}

/** Whether two values hold the same, however deep: JSON nests deeper than a comparison that calls itself can follow. */
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

/** @returns a check that nothing was added to what every object inherits. */
export function prototypesGuard(): () => void {
  const before = membersOf();
  return () => {
    assertThat(isSame(membersOf(), before), 'a prototype that every object inherits was changed');
  };
}

/** Words that would tell the outside how the inside looks. */
const INSIDE = /\n\s+at .+:\d+:\d+|node_modules|file:\/\/|\/src\/|SQLITE_|SqliteError|\bat async\b/;

export function assertNoInternals(text: string): void {
  const found = INSIDE.exec(text)?.[0];
  assertThat(found === undefined, `an answer discloses internals: ${found ?? ''}`);
}

/** Runs what may refuse by one documented error class and by nothing else. @returns undefined when it refused. */
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
