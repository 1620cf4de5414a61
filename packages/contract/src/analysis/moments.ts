// SPDX-License-Identifier: Apache-2.0
/** Points in time as clients of the protocol write them. */

const DAY_MS = 86_400_000;
const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;
/** Fewer digits are ambiguous: seconds, a year or a day without hyphens. */
const MILLISECONDS = /^\d{11,14}$/;

/** The first and the last millisecond of the given time, since 1970. */
export interface Moment {
  readonly first: number;
  readonly last: number;
}

/** Whether a text is a valid calendar date, `yyyy-mm-dd`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

function unitOf(time: string | undefined, seconds: string | undefined, fraction: string): number {
  if (time === undefined) return DAY_MS;
  if (seconds === undefined) return 60_000;
  return 10 ** (3 - fraction.length);
}

/**
 * Reads an ISO 8601 day or time, or milliseconds since 1970. The default time zone is UTC; a blank before a zone is an
 * unescaped `+` of a URL.
 * @returns null for anything else, including a day that does not exist.
 */
export function readMoment(text: string): Moment | null {
  if (MILLISECONDS.test(text)) return { first: Number(text), last: Number(text) };
  const parts = ISO.exec(text.replace(/ (?=\d{2}:?\d{2}$)(?<=:\d{2}.*)/, '+'));
  const [, day = '', time, seconds, fraction = '', zone = 'Z'] = parts ?? [];
  if (!isDay(day)) return null;
  const written = `${day}T${time ?? '00:00'}:${seconds ?? '00'}.${fraction.padEnd(3, '0')}`;
  const offset = zone.toUpperCase().replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2');
  const first = Date.parse(`${written}${offset}`);
  if (Number.isNaN(first)) return null;
  return { first, last: first + unitOf(time, seconds, fraction) - 1 };
}
