// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { time } from '../../platform/storage/rows.ts';
import { table, type TablesOf } from '../../platform/storage/tables.ts';

/** A phone that may go on, or has. */
export const handOffRow = z.object({
  id: z.string(),
  /** SHA-256 of the token, hex. */
  hash: z.string(),
  /** `consumer` or `enterprise`. */
  edition: z.string(),
  organisation_id: z.string(),
  /** Who asked: their device, the session it was asked in, and the person if one is signed in. */
  device_id: z.string(),
  family_id: z.string(),
  user_id: z.nullable(z.string()),
  /** JWE that the token alone opens; '' once it was. */
  encrypted: z.string(),
  /** Device of the phone. */
  phone_id: z.nullable(z.string()),
  /** The token works until then. */
  expires_at: time,
  opened_at: z.nullable(time),
  /** After this the asking device does not ask for it any more. */
  kept_until: time,
});

export const HANDOFF_TABLES = { handoffs: table(handOffRow) };

declare module '../../platform/storage/database.ts' {
  interface Tables extends TablesOf<typeof HANDOFF_TABLES> {}
}
