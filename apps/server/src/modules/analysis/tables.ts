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
  /** Capture times of the first and last frame, ms on the camera's clock. */
  first_ms: z.number(),
  last_ms: z.number(),
  /** Whether the chunk closes its measurement. */
  is_last: flag,
  /**
   * All words are as long as one another: SQLite then changes a row in place, where it would write the whole payload
   * anew.
   */
  state: z.enum(['pending', 'ignored', 'settled']),
  /** Analyses begun; a chunk that keeps killing the process is given up. */
  tries: count,
  received_at: time,
  /** The replica that analyses it, until when by the database's clock; on SQLite there is only one. */
  claimed_by: z.nullable(z.string()),
  claimed_until: time,
  /** The last column: those behind it would be read through all of it. */
  payload: bytes,
});

export const ANALYSIS_TABLES = {
  chunks: table(chunkRow, 'claimed_until'),
};

declare module '../../platform/storage/database.ts' {
  interface Tables extends TablesOf<typeof ANALYSIS_TABLES> {}
}
