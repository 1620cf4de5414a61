// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { bytes, count, flag, time } from '../../platform/storage/rows.ts';
import { table, type TablesOf } from '../../platform/storage/tables.ts';

export const chunkRow = z.object({
  measurement_id: z.string(),
  /** 0-based place in the measurement. */
  position: count,
  /** SHA-256 of the payload, hex: distinguishes a repeated chunk from a different one. */
  digest: z.string(),
  payload: bytes,
  /** Capture times of the first and last frame, ms on the camera's clock. */
  first_ms: z.number(),
  last_ms: z.number(),
  /** Whether the chunk closes its measurement. */
  is_last: flag,
  state: z.enum(['pending', 'ignored', 'answered']),
  /** Analyses begun; a chunk that keeps killing the process is given up. */
  tries: count,
  received_at: time,
  /** The replica that analyses it, until when by the database's clock; on SQLite there is only one. */
  claimed_by: z.nullable(z.string()),
  claimed_until: time,
});

export const ANALYSIS_TABLES = {
  chunks: table(chunkRow, 'claimed_until'),
};

declare module '../../platform/storage/database.ts' {
  interface Tables extends TablesOf<typeof ANALYSIS_TABLES> {}
}
