// SPDX-License-Identifier: Apache-2.0
/** The citations of the health models; the table is in the contract, where the app finds it too. */
export { MODEL_SOURCES as SOURCES } from '@perfuse/contract/results/source-models';
export {
  citationsOf,
  type ModelSourceId as SourceId,
  type Source,
} from '@perfuse/contract/results/sources';
