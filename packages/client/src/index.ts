// SPDX-License-Identifier: Apache-2.0
export { ApiError, isAway, isRefused } from './api-error.ts';
export { createContractClient, type ContractClient } from './contract-client.ts';
