// SPDX-License-Identifier: Apache-2.0
import { accepted, refused, type Outcome } from '@perfuse/contract/outcome';
import { WHO_COUNTRIES } from './coefficients/who-countries.ts';
import { WHO_RECALIBRATION } from './coefficients/who2019.ts';

/** A region of the WHO 2019 risk charts, by its published name. */
export type WhoRegion = keyof typeof WHO_RECALIBRATION;

function isRegion(name: string): name is WhoRegion {
  return Object.hasOwn(WHO_RECALIBRATION, name);
}

export const WHO_REGIONS: readonly WhoRegion[] = Object.keys(WHO_RECALIBRATION).filter(isRegion);

const REGION_OF_COUNTRY: ReadonlyMap<string, WhoRegion> = new Map(
  WHO_REGIONS.flatMap((region) =>
    WHO_COUNTRIES[region].split(' ').map((country) => [country, region] as const),
  ),
);

/** All countries with a region, ISO 3166-1 alpha-3. */
export const WHO_COUNTRY_CODES: readonly string[] = [...REGION_OF_COUNTRY.keys()];

/**
 * There is no sensible default for the world, so nothing given stays nothing.
 * @param text a region's published name or a country as ISO 3166-1 alpha-3, upper or lower case.
 */
export function resolveRegion(
  text: string | undefined,
): Outcome<WhoRegion, 'no-region' | 'unknown-region'> {
  const wanted = (text ?? '').trim();
  if (wanted === '') return refused('no-region');
  const region =
    REGION_OF_COUNTRY.get(wanted.toUpperCase()) ??
    WHO_REGIONS.find((known) => known.toLowerCase() === wanted.toLowerCase());
  return region === undefined ? refused('unknown-region') : accepted(region);
}
