// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { time } from '../../platform/storage/rows.ts';
import { table, type TablesOf } from '../../platform/storage/tables.ts';

/** A hand-off to a phone, opened or not. */
export const handOffRow = z.object({
  id: z.string(),
  /** SHA-256 of the token, hex. */
  hash: z.string(),
  /** `consumer` or `enterprise`. */
  edition: z.string(),
  organisation_id: z.string(),
  /** The requester: their device, their session, and the person if one is signed in. */
  device_id: z.string(),
  family_id: z.string(),
  user_id: z.nullable(z.string()),
  /** JWE that only the token decrypts; '' once opened. */
  encrypted: z.string(),
  /** Device of the phone. */
  phone_id: z.nullable(z.string()),
  /** The token is valid until then. */
  expires_at: time,
  opened_at: z.nullable(time),
  /** The requesting device can read the state until then. */
  kept_until: time,
});

export const HANDOFF_TABLES = { handoffs: table(handOffRow) };

declare module '../../platform/storage/database.ts' {
  interface Tables extends TablesOf<typeof HANDOFF_TABLES> {}
}
