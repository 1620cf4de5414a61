// SPDX-License-Identifier: Apache-2.0
import { COUNTRIES } from '@perfuse/contract/person/countries';
import { describe, expect, test } from 'vitest';
import { CHART_REGIONS } from '@perfuse/contract/results/chart-regions';
import { resolveRegion, WHO_COUNTRY_CODES } from './who-regions.ts';

describe('regions of the WHO charts', () => {
  test('are 21, with the 195 countries of the published table and 47 more, each in one region', () => {
    expect(CHART_REGIONS).toHaveLength(21);
    expect(WHO_COUNTRY_CODES).toHaveLength(195 + 47);
    expect(WHO_COUNTRY_CODES.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true);
  });

  test('include every country of the profile (ISO 3166)', () => {
    expect(COUNTRIES).toHaveLength(242);
    expect(COUNTRIES.filter((country) => !resolveRegion(country).ok)).toEqual([]);
  });

  test.for([
    ['DEU', 'Western Europe'],
    ['usa', 'High-income North America'],
    [' CHN ', 'East Asia'],
    ['KOR', 'High-income Asia Pacific'],
    ['SDN', 'North Africa and Middle East'],
    ['DE', 'Western Europe'],
    ['br', 'Tropical Latin America'],
    ['HK', 'East Asia'],
    ['south asia', 'South Asia'],
  ] as const)('%s is in %s', ([text, region]) => {
    expect(resolveRegion(text)).toEqual({ ok: true, value: region });
  });

  test.for(['ZZ', 'AQ', 'XXX', 'Europe', 'constructor', '__proto__'])('%s is not known', (text) => {
    expect(resolveRegion(text)).toEqual({ ok: false, reason: 'unknown-region' });
  });

  test.for([undefined, '', '  '])('an empty input gives no region', (text) => {
    expect(resolveRegion(text)).toEqual({ ok: false, reason: 'no-region' });
  });
});
