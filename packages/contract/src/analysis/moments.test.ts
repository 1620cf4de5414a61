// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDay, readMoment } from './moments.ts';

const at = (iso: string): number => Date.parse(iso);

describe('dates and times in filters', () => {
  test.each([
    ['2026-02-03', '2026-02-03T00:00:00.000Z', '2026-02-03T23:59:59.999Z'],
    ['2026-02-03T10:20', '2026-02-03T10:20:00.000Z', '2026-02-03T10:20:59.999Z'],
    ['2026-02-03T10:20:30', '2026-02-03T10:20:30.000Z', '2026-02-03T10:20:30.999Z'],
    ['2026-02-03 10:20:30', '2026-02-03T10:20:30.000Z', '2026-02-03T10:20:30.999Z'],
    ['2026-02-03T10:20:30.5Z', '2026-02-03T10:20:30.500Z', '2026-02-03T10:20:30.599Z'],
    ['2026-02-03T10:20:30.123Z', '2026-02-03T10:20:30.123Z', '2026-02-03T10:20:30.123Z'],
    ['2026-02-03T10:20:30+02:00', '2026-02-03T08:20:30.000Z', '2026-02-03T08:20:30.999Z'],
    ['2026-02-03T10:20:30 02:00', '2026-02-03T08:20:30.000Z', '2026-02-03T08:20:30.999Z'],
    ['2026-02-03T10:20-0530', '2026-02-03T15:50:00.000Z', '2026-02-03T15:50:59.999Z'],
  ])('%s lasts from %s to %s', (text, first, last) => {
    expect(readMoment(text)).toEqual({ first: at(first), last: at(last) });
  });

  test.each([
    '',
    ' ',
    '2026',
    '20260203',
    '2026-02',
    '2026-02-31',
    '2026-13-01',
    '2026-02-03T25:00',
    '2026-02-03T10',
    '03-02-2026',
    '2026/02/03',
    'Feb 3 2026',
    'yesterday',
    '1795340265',
    '-1',
    '99999999999999999999',
  ])('%j is refused', (text) => {
    expect(readMoment(text)).toBeNull();
  });

  test('every ISO string and millisecond timestamp of JavaScript is read exactly', () => {
    const times = fc.date({
      min: new Date('1973-03-04'),
      max: new Date('2500-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(times, (time) => {
        const ms = time.getTime();
        expect(readMoment(time.toISOString())).toEqual({ first: ms, last: ms });
        expect(readMoment(String(ms))).toEqual({ first: ms, last: ms });
        expect(isDay(time.toISOString().slice(0, 10))).toBe(true);
      }),
    );
  });

  test('no text makes the parser throw, or a moment end before it begins', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const moment = readMoment(text);
        expect(moment === null || moment.first <= moment.last).toBe(true);
      }),
    );
  });
});
