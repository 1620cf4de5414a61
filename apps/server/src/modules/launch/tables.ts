// SPDX-License-Identifier: Apache-2.0
import { verifiedResults } from '@perfuse/contract/launch/results';
import { verifiedSession } from '@perfuse/contract/launch/verified';
import { z } from '@perfuse/contract/schema';
import { flag, time } from '../../platform/storage/rows.ts';
import { table, type TablesOf } from '../../platform/storage/tables.ts';

/** A visit by an enterprise link, as long as events and results may be passed on for it. */
export const launchRow = z.object({
  /** SHA-256 of the launch id, hex: who knows the id may tell events and results of it. */
  hash: z.string(),
  configuration_id: z.string(),
  session_id: z.string(),
  session_by: verifiedSession.shape.session,
  /** What measures in the visit; null where the launch named no token of ours. */
  device_id: z.nullable(z.string()),
  /** Whether another analysis service measures. */
  is_elsewhere: flag,
  /** Where the profile asks for results and events to go; null: where the configuration says. */
  results_api_url: z.nullable(z.string()),
  events_url: z.nullable(z.string()),
  /** JWE that the launch id alone opens: what the link said, for another device to go on with. */
  encrypted: z.string(),
  expires_at: time,
  created_at: time,
});
export type LaunchRow = z.output<typeof launchRow>;
/** What events are told of. */
export type ToldLaunch = Pick<LaunchRow, 'hash' | 'configuration_id' | 'session_id' | 'session_by'>;

/** Launch tokens that were used; kept until they would have expired. */
const launchTokenRow = z.object({
  organisation_id: z.string(),
  jti: z.string(),
  expires_at: time,
});

/** What a results API answered, so that the same results are posted once. */
const resultPostRow = z.object({
  launch_hash: z.string(),
  /** SHA-256 of the results, hex. */
  digest: z.string(),
  data_id: z.string(),
  created_at: time,
});

/** Results that were found right and encrypted: what comes back encrypted can be told by its digest alone. */
const encryptedResultsRow = z.object({
  launch_hash: z.string(),
  /** SHA-256 of the JWE, hex. */
  digest: z.string(),
  measurement: verifiedResults.shape.measurement,
  created_at: time,
});

export const LAUNCH_TABLES = {
  encrypted_results: table(encryptedResultsRow),
  launches: table(launchRow, 'encrypted'),
  launch_tokens: table(launchTokenRow),
  result_posts: table(resultPostRow),
};

declare module '../../platform/storage/database.ts' {
  interface Tables extends TablesOf<typeof LAUNCH_TABLES> {}
}
