// SPDX-License-Identifier: Apache-2.0
import { sql, type RawBuilder } from 'kysely';

/** The time of a PostgreSQL server, ms since 1970: leases end by one clock, whatever those of the replicas say. */
export const serverTime = (): RawBuilder<number> =>
  sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** That time and some more. */
export const serverTimePlus = (ms: number): RawBuilder<number> =>
  sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint + ${ms}::bigint`;
