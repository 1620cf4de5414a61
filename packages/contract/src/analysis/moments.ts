// SPDX-License-Identifier: Apache-2.0
/** Moments as clients of the protocol write them. */

const DAY_MS = 86_400_000;
const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;
/** Fewer digits are seconds, a year or a day without hyphens: which one is unknown. */
const MILLISECONDS = /^\d{11,14}$/;

/** From the first to the last millisecond of what was written, since 1970. */
export interface Moment {
  readonly first: number;
  readonly last: number;
}

/** Whether a text is a day of the calendar, `yyyy-mm-dd`. */
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
 * Reads an ISO 8601 day or time, or milliseconds since 1970. Without a time zone UTC is meant; a blank before a zone is a
 * `+` that came unescaped in an address.
 * @returns null for anything else, also for a day that is in no calendar.
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
