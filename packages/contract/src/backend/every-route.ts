// SPDX-License-Identifier: Apache-2.0
import { ACCESS_ROUTES } from '../account/access-routes.ts';
import type { RouteTable } from '../route.ts';
import { BACKEND_ROUTES } from './routes.ts';
import { SECOND_FACTOR_ROUTES, SIGN_IN_ROUTES } from './second-factor-routes.ts';

/** Every route of the app backend: those of the first view, and those loaded with the screens that need them. */
export const EVERY_BACKEND_ROUTE = {
  ...BACKEND_ROUTES,
  ...SIGN_IN_ROUTES,
  ...SECOND_FACTOR_ROUTES,
  ...ACCESS_ROUTES,
} as const satisfies RouteTable;
