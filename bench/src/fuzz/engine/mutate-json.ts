// SPDX-License-Identifier: Apache-2.0
import type { Random } from './random.ts';

/** Raw JSON values that parsers often mishandle. */
const SPECIAL_VALUES = [
  'null',
  'true',
  '0',
  '-0',
  '1e999',
  '-1e999',
  '9007199254740993',
  '1.5',
  '""',
  '[]',
  '{}',
  '"\\u0000"',
  '"\\ud800"',
  '"\\u202e"',
  '"__proto__"',
  '"constructor"',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"length":4294967295}',
  '{"then":1}',
  '{"toString":null,"toJSON":1}',
  '[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]',
  '"2026-02-30T25:61:61Z"',
  '"javascript:alert(1)"',
  '"//evil.example"',
  '"../../../etc/passwd"',
] as const;
const KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '', '0', '-1'];

/**
 * A hand-written serialiser, so that the output can contain `__proto__`, duplicate keys and numbers beyond a double.
 */
function write(value: unknown, at: { left: number }, change: (value: unknown) => string): string {
  at.left -= 1;
  if (at.left === -1) return change(value);
  if (Array.isArray(value)) return `[${value.map((one) => write(one, at, change)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([key, one]) => `${JSON.stringify(key)}:${write(one, at, change)}`,
    );
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

function count(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, one) => sum + count(one), 1);
}

/** Deeper values are replaced whole: walking them would overflow the stack. Node's own parser has no such limit. */
const DEEPEST = 500;

function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((one): unknown[] =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    );
  }
  return false;
}

function deep(random: Random): string {
  const depth = 1 << random.below(14);
  return '['.repeat(depth) + ']'.repeat(depth);
}

/** Changes one place of a value: replaced, dropped, duplicated, or given an extra member. */
export function mutateJson(value: unknown, random: Random, words: readonly string[]): string {
  if (isTooDeep(value)) return random.pick(SPECIAL_VALUES);
  const plain = (one: unknown): string => write(one, { left: -1 }, () => 'null');
  return write(value, { left: random.below(count(value)) }, (place) => {
    const isObject = typeof place === 'object' && place !== null && !Array.isArray(place);
    const kind = random.below(isObject ? 8 : 6);
    if (kind === 0) return random.pick(SPECIAL_VALUES);
    if (kind === 1) return JSON.stringify(random.pick(words));
    if (kind === 2) return random.chance(0.2) ? deep(random) : `[${plain(place)}]`;
    if (kind === 3)
      return String(Math.round((random.below(2000) - 1000) / 7) / random.pick([1, 3]));
    if (kind === 4 && typeof place === 'string') {
      const at = random.below(place.length + 1);
      return JSON.stringify(place.slice(0, at) + random.pick(words) + place.slice(at));
    }
    if (kind === 4) return JSON.stringify('a'.repeat(1 << random.below(14)));
    if (kind === 5) return typeof place === 'string' ? JSON.stringify(place.slice(1)) : '[]';
    const members = Object.entries(place ?? {});
    if (kind === 6 && members.length > 0) {
      const without = random.below(members.length);
      return plain(Object.fromEntries(members.filter((_, at) => at !== without)));
    }
    const key = random.chance(0.5) ? random.pick(KEYS) : random.pick(words);
    const more = `${JSON.stringify(key)}:${random.pick(SPECIAL_VALUES)}`;
    const body = plain(place).slice(1, -1);
    return body === '' ? `{${more}}` : `{${body},${more}}`;
  });
}
