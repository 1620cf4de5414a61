// SPDX-License-Identifier: Apache-2.0
import type { RouteTable } from '../route.ts';
import { ACCESS_ROUTES } from './access-routes.ts';
import { MEASURING_ROUTES } from './measuring-routes.ts';

/** REST of the analysis service, below `/analysis`. Action numbers are those of the DeepAffex table. */
export const ANALYSIS_ROUTES = {
  ...ACCESS_ROUTES,
  ...MEASURING_ROUTES,
} as const satisfies RouteTable;
