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
  /** All values have the same length: SQLite then updates a row in place instead of rewriting the whole payload. */
  state: z.enum(['pending', 'ignored', 'settled']),
  /** Analyses begun; a chunk that keeps crashing the process is given up. */
  tries: count,
  received_at: time,
  /** The replica that analyses it, and until when by the database's clock; SQLite has only one. */
  claimed_by: z.nullable(z.string()),
  claimed_until: time,
  /** The last column: reading one behind it would read through the whole payload. */
  payload: bytes,
});

export const ANALYSIS_TABLES = {
  chunks: table(chunkRow, 'claimed_until'),
};

declare module '../../platform/storage/database.ts' {
  interface Tables extends TablesOf<typeof ANALYSIS_TABLES> {}
}
