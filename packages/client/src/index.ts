// SPDX-License-Identifier: Apache-2.0
export { ApiError } from './api-error.ts';
export { createContractClient, type ContractClient } from './contract-client.ts';
