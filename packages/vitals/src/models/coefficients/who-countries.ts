// SPDX-License-Identifier: Apache-2.0
import type { ChartRegion } from '@perfuse/contract/results/chart-regions';

/**
 * Countries (ISO 3166-1 alpha-3) of each region of the WHO 2019 risk charts.
 * Source: WHO CVD Risk Chart Working Group, Lancet Glob Health 2019;7:e1332, doi:10.1016/S2214-109X(19)30318-3.
 */
export const WHO_COUNTRIES: Readonly<Record<ChartRegion, string>> = {
  'North Africa and Middle East':
    'AFG ARE BHR DZA EGY IRN IRQ JOR KWT LBN LBY MAR OMN PSE QAT SAU SDN SYR TUN TUR YEM',
  'Central Sub-Saharan Africa': 'AGO CAF COD COG GAB GNQ',
  'Eastern Sub-Saharan Africa': 'BDI COM DJI ERI ETH KEN MDG MOZ MWI RWA SOM SSD TZA UGA ZMB',
  'Southern Sub-Saharan Africa': 'BWA LSO NAM SWZ ZAF ZWE',
  'Western Sub-Saharan Africa':
    'BEN BFA CIV CMR CPV GHA GIN GMB GNB LBR MLI MRT NER NGA SEN SLE STP TCD TGO',
  'Southern Latin America': 'ARG CHL URY',
  'High-income North America': 'CAN GRL USA',
  Caribbean: 'ATG BHS BLZ BMU BRB CUB DMA DOM GRD GUY HTI JAM LCA PRI SUR TTO VCT VIR',
  'Andean Latin America': 'BOL ECU PER',
  'Central Latin America': 'COL CRI GTM HND MEX NIC PAN SLV VEN',
  'Tropical Latin America': 'BRA PRY',
  'East Asia': 'CHN PRK TWN',
  'South Asia': 'BGD BTN IND NPL PAK',
  'Southeast Asia': 'IDN KHM LAO LKA MDV MMR MUS MYS PHL SYC THA TLS VNM',
  'Central Asia': 'ARM AZE GEO KAZ KGZ MNG TJK TKM UZB',
  'High-income Asia Pacific': 'BRN JPN KOR SGP',
  'Western Europe':
    'AND AUT BEL CHE CYP DEU DNK ESP FIN FRA GBR GRC IRL ISL ISR ITA LUX MLT NLD NOR PRT SWE',
  'Central Europe': 'ALB BGR BIH CZE HRV HUN MKD MNE POL ROU SRB SVK SVN',
  'Eastern Europe': 'BLR EST LTU LVA MDA RUS UKR',
  Oceania: 'ASM FJI FSM GUM KIR MHL MNP PNG SLB TON VUT WSM',
  Australasia: 'AUS NZL',
};

/**
 * Countries and territories that the published table leaves out, each in the region of its neighbours: small states as in
 * the Global Burden of Disease study 2019, whose regions these are, territories by their UN M49 sub-region.
 */
export const NOT_IN_WHO_TABLE: Readonly<Partial<Record<ChartRegion, string>>> = {
  'North Africa and Middle East': 'ESH',
  'Eastern Sub-Saharan Africa': 'MYT',
  'Western Sub-Saharan Africa': 'SHN',
  'Southern Latin America': 'FLK',
  'High-income North America': 'SPM',
  Caribbean: 'ABW AIA BES BLM CUW CYM GLP GUF KNA MAF MSR MTQ SXM TCA VGB',
  'East Asia': 'HKG MAC',
  'Southeast Asia': 'REU',
  'Western Europe': 'ALA FRO GGY GIB IMN JEY LIE MCO SJM SMR VAT',
  Oceania: 'COK NCL NIU NRU PCN PLW PYF TKL TUV WLF',
  Australasia: 'CCK CXR NFK',
};
