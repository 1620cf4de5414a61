// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';

/** What an integrator's server must know and keep secret. */
export const settingsSchema = z.object({
  organisation: z.string(),
  configId: z.string(),
  licenceKey: z.string(),
  launchKey: z.object({ id: z.string(), privateKey: z.string() }),
  resultsKey: z.object({ id: z.string(), privateKey: z.string() }),
  webhookSecrets: z.array(z.string()).check(z.minLength(1)),
  /** What the settings were created for: another folder or address requires new ones. */
  dataDir: z.string(),
  ownOrigin: z.string(),
});
export type Settings = z.infer<typeof settingsSchema>;
