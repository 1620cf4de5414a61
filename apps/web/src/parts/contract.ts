// SPDX-License-Identifier: Apache-2.0
export { tokenPairSchema } from '@perfuse/contract/analysis/schemas';
