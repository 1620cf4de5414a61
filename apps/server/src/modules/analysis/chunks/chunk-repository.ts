// SPDX-License-Identifier: Apache-2.0
import type { MeasurementStatus } from '@perfuse/contract/analysis/schemas';
import { z } from '@perfuse/contract/schema';
import { serverTimePlus } from '../../../platform/storage/clock.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { prepared } from '../../../platform/storage/prepared.ts';
import { allRows, firstRow } from '../../../platform/storage/rows.ts';
import { rowLocked } from '../../../platform/storage/transactions.ts';
import { deleteChunks, incrementUsage, measurementRow } from '../../measurements/index.ts';
import { chunkRow } from '../tables.ts';

const stateRow = z.pick(measurementRow, {
  organisation_id: true,
  status: true,
  created_at: true,
  received_ms: true,
});
const placeRows = z.array(
  z.pick(chunkRow, {
    position: true,
    digest: true,
    first_ms: true,
    last_ms: true,
    state: true,
  }),
);
export const pendingRow = z.pick(chunkRow, {
  position: true,
  digest: true,
  is_last: true,
  tries: true,
  received_at: true,
});
const recordedRow = z.pick(chunkRow, { digest: true, payload: true });

/** What is known of a measurement when a chunk arrives. */
export interface MeasurementState {
  readonly organisationId: string;
  readonly status: MeasurementStatus;
  readonly createdAt: number;
  readonly receivedMs: number;
  /** Stored chunks in order. */
  readonly chunks: Readonly<z.output<typeof placeRows>>;
  /** Digests by position of the answered chunks, once the measurement accepts no more chunks. */
  readonly answered: ReadonlyMap<number, string>;
}

export interface NewChunk {
  readonly position: number;
  readonly digest: string;
  readonly payload: Uint8Array;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly isLast: boolean;
  /** Whether it requests a result. */
  readonly wanted: boolean;
}

/** What to do with a chunk: nothing, as it is stored already; add it; or drop all data and restart with it. */
export type ChunkDecision = 'repeat' | 'append' | 'restart';

export type PendingChunk = z.output<typeof pendingRow>;

/** A chunk that requests no result. */
export interface KeptChunk {
  /** Digests of the measurement's chunks up to this one, in order. */
  readonly digests: readonly string[];
  readonly payload: Uint8Array;
}

/** A chunk that is analysed by the process that stored it. */
export interface TakenChunk extends PendingChunk, Pick<KeptChunk, 'digests'> {
  /** Its bytes while they are in memory; null when they are read from the store, with those of all chunks before it. */
  readonly payload: Uint8Array | null;
}

/** Chunks from the store, in order. */
export interface RecordedChunks {
  readonly digests: readonly string[];
  readonly payloads: readonly Uint8Array[];
}

/** Outcome of adding a chunk. */
export interface Addition {
  readonly decision: ChunkDecision;
  /** Whether it waits for its result. */
  readonly isPending: boolean;
  /** The chunk, if it was stored without requesting a result. */
  readonly kept: KeptChunk | null;
  /** The chunk, if this process analyses it as well: no other one takes it in the meantime. */
  readonly taken: TakenChunk | null;
}

/** Lease on chunks that are stored and analysed by the same process, where others share the store. */
export interface ChunkLease {
  readonly holder: string;
  readonly leaseMs: number;
}

export interface ChunkRepositoryOptions {
  readonly now: () => number;
  readonly lease?: ChunkLease;
}

/** Whether this process analyses a chunk that it stores, given the waiting positions of the measurement. */
export type Takes = (waiting: readonly number[]) => boolean;

/** The data of measurements until it is analysed. */
export class ChunkRepository {
  readonly #db: Database;
  readonly #now: () => number;
  readonly #lease: ChunkLease | undefined;

  constructor(db: Database, { now, lease }: ChunkRepositoryOptions) {
    this.#db = db;
    this.#now = now;
    this.#lease = lease;
  }

  /** Whether the device has such a measurement. */
  async exists(deviceId: string, measurementId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('measurements')
      .select('id')
      .where('id', '=', measurementId)
      .where('device_id', '=', deviceId)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Whether a measurement of the device has a last result or may get one: not when it was abandoned or deleted. */
  async hasResults(deviceId: string, measurementId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('measurements')
      .select('id')
      .where('id', '=', measurementId)
      .where('device_id', '=', deviceId)
      .where('status', '!=', 'INCOMPLETE')
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Adds a chunk as `decide` says, which sees the measurement as it is at the moment of storing. Resolves after the
   * commit.
   * @param decide throws to refuse the chunk; nothing is changed then.
   * @param takes whether the chunk is taken at once, which saves a transaction. By default it is not.
   * @returns null when the device has no such measurement.
   */
  async add(
    deviceId: string,
    measurementId: string,
    chunk: NewChunk,
    decide: (state: MeasurementState) => ChunkDecision,
    takes: Takes = () => false,
  ): Promise<Addition | null> {
    return rowLocked(this.#db).execute(async (db) => {
      const state = await readState(db, deviceId, measurementId);
      if (state === null) return null;
      const decision = decide(state);
      if (decision === 'repeat') {
        const isPending = state.chunks[chunk.position]?.state === 'pending';
        return { decision, isPending, kept: null, taken: null };
      }
      if (decision === 'restart') {
        await deleteChunks(db, { measurementId });
        await db.deleteFrom('results').where('measurement_id', '=', measurementId).execute();
      }
      const before = decision === 'restart' ? [] : state.chunks;
      const isTaken = chunk.wanted && takes(waitingIn(before));
      const measurement = { id: measurementId, organisationId: state.organisationId };
      const stored = await this.#store(db, measurement, chunk, isTaken);
      const digests = [...before.map(({ digest }) => digest), chunk.digest];
      const { payload } = chunk;
      const taken = isTaken ? { ...stored, digests, payload } : null;
      const kept = chunk.wanted || chunk.isLast ? null : { digests, payload };
      return { decision, isPending: chunk.wanted, kept, taken };
    });
  }

  async #store(
    db: Database,
    { id: measurementId, organisationId }: { readonly id: string; readonly organisationId: string },
    chunk: NewChunk,
    isTaken: boolean,
  ): Promise<PendingChunk> {
    const now = this.#now();
    const lease = isTaken ? this.#lease : undefined;
    const closesWithout = chunk.isLast && !chunk.wanted;
    if (closesWithout) {
      await deleteChunks(db, { measurementId });
    } else {
      const row: ChunkValues = {
        measurementId,
        position: chunk.position,
        digest: chunk.digest,
        payload: chunk.payload,
        firstMs: chunk.firstMs,
        lastMs: chunk.lastMs,
        isLast: chunk.isLast ? 1 : 0,
        state: chunk.wanted ? 'pending' : 'ignored',
        now,
      };
      if (lease === undefined) await insertChunk(db, row);
      else await insertTakenChunk(db, { ...row, ...lease });
    }
    const status = closesWithout ? 'INCOMPLETE' : chunk.isLast ? 'PROCESSING' : 'CAPTURING';
    await updateFed(db, {
      measurementId,
      status,
      now,
      bytes: chunk.payload.length,
      ms: chunk.lastMs - chunk.firstMs,
    });
    if (closesWithout) await incrementUsage(db, organisationId, 'abandoned', now);
    const { position, digest, isLast } = chunk;
    return { position, digest, is_last: isLast, tries: 1, received_at: now };
  }

  /** Measurements with chunks that wait for their results, oldest first. */
  async waiting(): Promise<readonly string[]> {
    const rows = await this.#db
      .selectFrom('chunks')
      .select(['measurement_id', ({ fn }) => fn.min('received_at').as('since')])
      .where('state', '=', 'pending')
      .groupBy('measurement_id')
      .orderBy('since')
      .execute();
    return rows.map(({ measurement_id }) => measurement_id);
  }

  /** The next chunk without a result, counted as tried; null when there is none. */
  async claim(measurementId: string): Promise<PendingChunk | null> {
    const first = this.#db
      .selectFrom('chunks')
      .select(({ fn }) => fn.min('position').as('position'))
      .where('measurement_id', '=', measurementId)
      .where('state', '=', 'pending');
    return this.#db
      .updateTable('chunks')
      .set((build) => ({ tries: build('tries', '+', 1) }))
      .where('measurement_id', '=', measurementId)
      .where('state', '=', 'pending')
      .where('position', '=', first)
      .returning(['position', 'digest', 'is_last', 'tries', 'received_at'])
      .$call(firstRow(pendingRow));
  }

  /** Counts a failed try of a chunk that was taken when it was stored. */
  async countTry(measurementId: string, position: number): Promise<void> {
    await this.#db
      .updateTable('chunks')
      .set((build) => ({ tries: build('tries', '+', 1) }))
      .where('measurement_id', '=', measurementId)
      .where('position', '=', position)
      .execute();
  }

  /** Reverts the last try of a chunk, which could not be completed. */
  async releaseAttempt(measurementId: string, position: number): Promise<void> {
    await this.#db
      .updateTable('chunks')
      .set((build) => ({ tries: build('tries', '-', 1) }))
      .where('measurement_id', '=', measurementId)
      .where('position', '=', position)
      .where('tries', '>', 0)
      .execute();
  }

  /** Chunks of a measurement up to and including a position. */
  async recorded(measurementId: string, upTo: number): Promise<RecordedChunks> {
    const chunks = await this.#db
      .selectFrom('chunks')
      .select(['digest', 'payload'])
      .where('measurement_id', '=', measurementId)
      .where('position', '<=', upTo)
      .orderBy('position')
      .$call(allRows(recordedRow));
    return {
      digests: chunks.map(({ digest }) => digest),
      payloads: chunks.map(({ payload }) => payload),
    };
  }
}

interface ChunkValues extends Readonly<Record<string, unknown>> {
  readonly measurementId: string;
  readonly position: number;
  readonly digest: string;
  readonly payload: Uint8Array;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly isLast: 0 | 1;
  readonly state: z.input<typeof chunkRow>['state'];
  readonly now: number;
}

const chunkColumns = (values: ChunkValues) => ({
  measurement_id: values.measurementId,
  position: values.position,
  digest: values.digest,
  payload: values.payload,
  first_ms: values.firstMs,
  last_ms: values.lastMs,
  is_last: values.isLast,
  state: values.state,
  tries: 0,
  received_at: values.now,
});

const insertChunk = prepared((db, values: ChunkValues) =>
  db.insertInto('chunks').values(chunkColumns(values)),
);

const insertTakenChunk = prepared((db, values: ChunkValues & ChunkLease) =>
  db.insertInto('chunks').values({
    ...chunkColumns(values),
    claimed_by: values.holder,
    claimed_until: serverTimePlus(values.leaseMs),
  }),
);

/** Adds a chunk's bytes and time to its measurement. */
const updateFed = prepared(
  (
    db,
    values: {
      readonly measurementId: string;
      readonly status: MeasurementStatus;
      readonly now: number;
      readonly bytes: number;
      readonly ms: number;
    },
  ) =>
    db
      .updateTable('measurements')
      .set(({ eb }) => ({
        status: values.status,
        updated_at: values.now,
        data_bytes: eb('data_bytes', '+', values.bytes),
        received_ms: eb('received_ms', '+', values.ms),
      }))
      .where('id', '=', values.measurementId),
);

const selectState = prepared(
  (db, values: { readonly deviceId: string; readonly measurementId: string }) =>
    db
      .selectFrom('measurements')
      .select(['organisation_id', 'status', 'created_at', 'received_ms'])
      .where('id', '=', values.measurementId)
      .where('device_id', '=', values.deviceId)
      .forUpdate(),
);

const selectPlaces = prepared((db, values: { readonly measurementId: string }) =>
  db
    .selectFrom('chunks')
    .select(['position', 'digest', 'first_ms', 'last_ms', 'state'])
    .where('measurement_id', '=', values.measurementId)
    .orderBy('position'),
);

const waitingIn = (chunks: MeasurementState['chunks']): readonly number[] =>
  chunks.flatMap(({ position, state }) => (state === 'pending' ? [position] : []));

async function readState(
  db: Database,
  deviceId: string,
  measurementId: string,
): Promise<MeasurementState | null> {
  const { rows } = await selectState(db, { deviceId, measurementId });
  const [row] = rows;
  if (row === undefined) return null;
  const { organisation_id, status, created_at, received_ms } = stateRow.parse(row);
  const { rows: chunks } = await selectPlaces(db, { measurementId });
  return {
    organisationId: organisation_id,
    status,
    createdAt: created_at,
    receivedMs: received_ms,
    chunks: placeRows.parse(chunks),
    // While it accepts chunks, the answered ones are still stored.
    answered: status === 'CAPTURING' ? new Map() : await readAnswered(db, measurementId),
  };
}

async function readAnswered(
  db: Database,
  measurementId: string,
): Promise<ReadonlyMap<number, string>> {
  const results = await db
    .selectFrom('results')
    .select(['position', 'digest'])
    .where('measurement_id', '=', measurementId)
    .execute();
  return new Map(results.map(({ position, digest }) => [position, digest]));
}
