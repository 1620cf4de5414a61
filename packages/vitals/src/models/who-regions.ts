// SPDX-License-Identifier: Apache-2.0
import { alpha3Of } from '@perfuse/contract/person/countries';
import { accepted, refused, type Outcome } from '@perfuse/contract/outcome';
import { CHART_REGIONS, type ChartRegion } from '@perfuse/contract/results/chart-regions';
import { NOT_IN_WHO_TABLE, WHO_COUNTRIES } from './coefficients/who-countries.ts';

const REGION_OF_COUNTRY: ReadonlyMap<string, ChartRegion> = new Map(
  CHART_REGIONS.flatMap((region) =>
    `${WHO_COUNTRIES[region]} ${NOT_IN_WHO_TABLE[region] ?? ''}`
      .trimEnd()
      .split(' ')
      .map((country) => [country, region] as const),
  ),
);

/** All countries with a region, ISO 3166-1 alpha-3. */
export const WHO_COUNTRY_CODES: readonly string[] = [...REGION_OF_COUNTRY.keys()];

/**
 * Resolves a region. There is no sensible worldwide default, so no text gives no region.
 * @param text a region's published name or a country as ISO 3166-1 alpha-2 or alpha-3, upper or lower case.
 */
export function resolveRegion(
  text: string | undefined,
): Outcome<ChartRegion, 'no-region' | 'unknown-region'> {
  const wanted = (text ?? '').trim();
  if (wanted === '') return refused('no-region');
  const country = wanted.toUpperCase();
  const region =
    REGION_OF_COUNTRY.get(alpha3Of(country) ?? country) ??
    CHART_REGIONS.find((known) => known.toLowerCase() === wanted.toLowerCase());
  return region === undefined ? refused('unknown-region') : accepted(region);
}
