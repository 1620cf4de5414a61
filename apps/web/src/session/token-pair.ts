// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';

export const pairSchema = z.object({ Token: z.string(), RefreshToken: z.string() });
/** The tokens of a device or a person. */
export type TokenPair = z.infer<typeof pairSchema>;
