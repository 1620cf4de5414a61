// SPDX-License-Identifier: Apache-2.0
import { ACCESS_ROUTES } from '@perfuse/contract/analysis/access-routes';
import { analysisAddresses } from '../platform/analysis/addresses.ts';
import type { ContractClient } from '@perfuse/client';
import { createClient } from '../platform/http/create-client.ts';

/** REST client of the analysis service, as defined by the contract. */
export type AnalysisRoutes = ContractClient<typeof ACCESS_ROUTES>;

/** @param host `host[:port][/path]`, from start-up. */
export const analysisRoutesAt = (host: string): AnalysisRoutes =>
  createClient(ACCESS_ROUTES, analysisAddresses(host, window.location.protocol).http);
