// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';

/** What an integrator's server has to know, and to keep secret. */
export const settingsSchema = z.object({
  organisation: z.string(),
  configId: z.string(),
  licenceKey: z.string(),
  launchKey: z.object({ id: z.string(), privateKey: z.string() }),
  resultsKey: z.object({ id: z.string(), privateKey: z.string() }),
  webhookSecrets: z.array(z.string()).check(z.minLength(1)),
  /** Where it was all made for: another folder or address begins anew. */
  dataDir: z.string(),
  ownOrigin: z.string(),
});
export type Settings = z.infer<typeof settingsSchema>;
