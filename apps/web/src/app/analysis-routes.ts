// SPDX-License-Identifier: Apache-2.0
import { ANALYSIS_ROUTES } from '@perfuse/contract/analysis/routes';
import { analysisAddresses } from '../platform/analysis/addresses.ts';
import { createContractClient, type ContractClient } from '../platform/http/contract-client.ts';

/** The analysis service's REST, as the contract has it. */
export type AnalysisRoutes = ContractClient<typeof ANALYSIS_ROUTES>;

/** @param host `host[:port][/path]`, from start-up. */
export const analysisRoutesAt = (host: string): AnalysisRoutes =>
  createContractClient(ANALYSIS_ROUTES, analysisAddresses(host, window.location.protocol).http);
