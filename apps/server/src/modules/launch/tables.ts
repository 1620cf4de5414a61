// SPDX-License-Identifier: Apache-2.0
import { verifiedResults } from '@perfuse/contract/launch/results';
import { verifiedSession } from '@perfuse/contract/launch/verified';
import { z } from '@perfuse/contract/schema';
import { flag, time } from '../../platform/storage/rows.ts';
import { table, type TablesOf } from '../../platform/storage/tables.ts';

/** A visit by an enterprise link, stored while events and results may be passed on for it. */
export const launchRow = z.object({
  /** SHA-256 of the launch id, hex: knowing the id authorises posting events and results of the visit. */
  hash: z.string(),
  configuration_id: z.string(),
  session_id: z.string(),
  session_by: verifiedSession.shape.session,
  /** The device that measures in the visit; null where the launch named no token of ours. */
  device_id: z.nullable(z.string()),
  /** Whether another analysis service measures. */
  is_elsewhere: flag,
  /** Addresses for results and events that the profile requests; null: those of the configuration. */
  results_api_url: z.nullable(z.string()),
  events_url: z.nullable(z.string()),
  /** JWE that only the launch id decrypts: content of the link, for another device to continue the visit. */
  encrypted: z.string(),
  expires_at: time,
  created_at: time,
});
export type LaunchRow = z.output<typeof launchRow>;
/** The launch that events belong to. */
export type LaunchRef = Pick<LaunchRow, 'hash' | 'configuration_id' | 'session_id' | 'session_by'>;

/** Used launch tokens, stored until they would have expired. */
const launchTokenRow = z.object({
  organisation_id: z.string(),
  jti: z.string(),
  expires_at: time,
});

/** Answers of results APIs, so that the same results are posted once. */
const resultPostRow = z.object({
  launch_hash: z.string(),
  /** SHA-256 of the results, hex. */
  digest: z.string(),
  data_id: z.string(),
  created_at: time,
});

/** Results that were verified and encrypted: encrypted results can only be recognised by their digest. */
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
