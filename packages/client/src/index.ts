// SPDX-License-Identifier: Apache-2.0
export { ApiError, isAway } from './api-error.ts';
export { createContractClient, type ContractClient } from './contract-client.ts';
