// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import { resolveRegion, WHO_COUNTRY_CODES, WHO_REGIONS } from './who-regions.ts';

describe('regions of the WHO charts', () => {
  test('are 21, with 195 countries, each in one region', () => {
    expect(WHO_REGIONS).toHaveLength(21);
    expect(WHO_COUNTRY_CODES).toHaveLength(195);
    expect(WHO_COUNTRY_CODES.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true);
  });

  test.for([
    ['DEU', 'Western Europe'],
    ['usa', 'High-income North America'],
    [' CHN ', 'East Asia'],
    ['KOR', 'High-income Asia Pacific'],
    ['SDN', 'North Africa and Middle East'],
    ['south asia', 'South Asia'],
  ] as const)('%s is in %s', ([text, region]) => {
    expect(resolveRegion(text)).toEqual({ ok: true, value: region });
  });

  test.for(['DE', 'XXX', 'Europe', 'constructor', '__proto__'])('%s is not known', (text) => {
    expect(resolveRegion(text)).toEqual({ ok: false, reason: 'unknown-region' });
  });

  test.for([undefined, '', '  '])('nothing given is no region', (text) => {
    expect(resolveRegion(text)).toEqual({ ok: false, reason: 'no-region' });
  });
});
