// SPDX-License-Identifier: Apache-2.0
/** The regions of the WHO 2019 risk charts, by their published names. */
export const CHART_REGIONS = [
  'North Africa and Middle East',
  'Central Sub-Saharan Africa',
  'Eastern Sub-Saharan Africa',
  'Southern Sub-Saharan Africa',
  'Western Sub-Saharan Africa',
  'Southern Latin America',
  'High-income North America',
  'Caribbean',
  'Andean Latin America',
  'Central Latin America',
  'Tropical Latin America',
  'East Asia',
  'South Asia',
  'Southeast Asia',
  'Central Asia',
  'High-income Asia Pacific',
  'Western Europe',
  'Central Europe',
  'Eastern Europe',
  'Oceania',
  'Australasia',
] as const;
export type ChartRegion = (typeof CHART_REGIONS)[number];
