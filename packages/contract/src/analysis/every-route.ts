// SPDX-License-Identifier: Apache-2.0
import type { RouteTable } from '../route.ts';
import { ORGANISATION_ROUTES } from './organisation-routes.ts';
import { PERSON_ROUTES } from './person-routes.ts';
import { ANALYSIS_ROUTES } from './routes.ts';

/** Every route of the analysis service: those that our own app needs and those for other clients of the protocol. */
export const EVERY_ANALYSIS_ROUTE = {
  ...ANALYSIS_ROUTES,
  ...PERSON_ROUTES,
  ...ORGANISATION_ROUTES,
} as const satisfies RouteTable;
