// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from '@perfuse/contract/schema';
import { Repository } from '../storage/repository.ts';
import { unindexed } from '../storage/list-query.ts';
import { allRows, count, countWritten, hasWritten, time } from '../storage/rows.ts';
import { table, type TablesOf } from '../storage/tables.ts';
import { JUMP_MS } from './clock-jump-detector.ts';
import { lockParent, rowLocked } from '../storage/transactions.ts';

const JOB_STATES = ['held', 'pending', 'done', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

const jobRow = z.object({
  id: z.string(),
  /** Names the handler. */
  kind: z.string(),
  /** The owner, if any: the job is deleted with it. */
  user_id: z.nullable(z.string()),
  configuration_id: z.nullable(z.string()),
  /** JSON that the handler reads. */
  payload: z.string(),
  /** `held` until a server that has a handler polls, `failed` after the last try. */
  state: z.enum(JOB_STATES),
  tries: count,
  /** Error code of the last try that failed. */
  failure: z.nullable(z.string()),
  /** When it is due; during a try, when another server may take it over. */
  due_at: time,
  /** Id of the running try's lease. */
  lease: z.nullable(z.string()),
  /** When it is deleted, in any state; null when the retention after its end applies instead. */
  expires_at: z.nullable(time),
  created_at: time,
  updated_at: time,
});
export type JobRow = z.output<typeof jobRow>;

export const JOB_TABLES = { jobs: table(jobRow) };

declare module '../storage/database.ts' {
  interface Tables extends TablesOf<typeof JOB_TABLES> {}
}

const depthRow = z.object({ kind: z.string(), state: z.enum(JOB_STATES), value: count });

/** What jobs belong to: they are deleted with it. */
export interface JobOwner {
  readonly userId?: string | null;
  readonly configurationId?: string | null;
}

export interface NewJob {
  /** A job with the id of another is not added; random by default. */
  readonly id?: string;
  readonly payload: string;
  /** From then on it is not run any more, and is deleted in any state. */
  readonly expiresAt?: number;
}

export interface JobFilter {
  readonly kinds: readonly string[];
  readonly limit: number;
  readonly id?: string;
  readonly state?: JobState;
  readonly configurationId?: string;
  readonly organisationId?: string;
}

/** Stored jobs. Which server runs one is decided by leases: a lease that expired can be taken over. */
export class JobRepository extends Repository {
  /** Adds jobs that are due now, unless their owner was deleted meanwhile. */
  async add(
    kind: string,
    state: 'held' | 'pending',
    { userId = null, configurationId = null }: JobOwner,
    jobs: readonly NewJob[],
  ): Promise<void> {
    const now = this.now();
    const rows = jobs.map(({ id = randomUUID(), payload, expiresAt = null }) => ({
      id,
      kind,
      user_id: userId,
      configuration_id: configurationId,
      payload,
      state,
      tries: 0,
      due_at: now,
      expires_at: expiresAt,
      created_at: now,
      updated_at: now,
    }));
    await rowLocked(this.db).execute(async (db) => {
      if (userId !== null && !(await lockParent(db, 'users', userId))) return;
      if (configurationId !== null && !(await lockParent(db, 'configurations', configurationId)))
        return;
      await db
        .insertInto('jobs')
        .values(rows)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    });
  }

  /**
   * Takes the job that has been due longest. No other worker gets it until the lease expires.
   * @param exceptOf configurations whose jobs are skipped.
   * @returns null when none is due.
   */
  async take(
    kind: string,
    leaseMs: number,
    exceptOf: readonly string[] = [],
  ): Promise<JobRow | null> {
    const now = this.now();
    return rowLocked(this.db).execute(async (db) => {
      const all = db.selectFrom('jobs');
      const wanted =
        exceptOf.length === 0
          ? all
          : all.where((build) =>
              build.or([
                build('configuration_id', 'is', null),
                build('configuration_id', 'not in', exceptOf),
              ]),
            );
      const due = await wanted
        .select('id')
        .where('kind', '=', kind)
        .where('state', '=', 'pending')
        .where('due_at', '<=', now)
        .where((build) =>
          build.or([build('expires_at', 'is', null), build('expires_at', '>', now)]),
        )
        .orderBy('due_at')
        .orderBy('created_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (due === undefined) return null;
      const row = await db
        .updateTable('jobs')
        .set({ lease: randomUUID(), due_at: now + leaseMs })
        .where('id', '=', due.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return jobRow.parse(row);
    });
  }

  /** Extends the lease of a job whose try still runs. @param endsAt the new end of the lease. */
  async renew({ id, lease }: Pick<JobRow, 'id' | 'lease'>, endsAt: number): Promise<void> {
    await this.db
      .updateTable('jobs')
      .set({ due_at: endsAt })
      .where('id', '=', id)
      .where('lease', '=', lease)
      .execute();
  }

  /** Stores how a try ended, unless another worker has taken the job over, or it was replayed meanwhile. */
  async settle(
    { id, lease, tries, due_at }: Pick<JobRow, 'id' | 'lease' | 'tries' | 'due_at'>,
    state: Exclude<JobState, 'held'>,
    failure: string | null,
    dueAt = due_at,
  ): Promise<void> {
    await this.db
      .updateTable('jobs')
      .set({
        state,
        failure,
        tries: tries + 1,
        due_at: dueAt,
        lease: null,
        updated_at: this.now(),
      })
      .where('id', '=', id)
      .where('lease', '=', lease)
      .execute();
  }

  async remove(id: string): Promise<void> {
    await this.db.deleteFrom('jobs').where('id', '=', id).execute();
  }

  /** Makes jobs due again, with all their tries, in one transaction. @returns how many of them still existed. */
  async replay(jobs: readonly Pick<JobRow, 'id' | 'payload'>[]): Promise<number> {
    const now = this.now();
    return rowLocked(this.db).execute(async (db) => {
      let replayed = 0;
      for (const { id, payload } of jobs) {
        replayed += await db
          .updateTable('jobs')
          .set({ state: 'pending', payload, tries: 0, due_at: now, lease: null, updated_at: now })
          .where('id', '=', id)
          .$call(countWritten);
      }
      return replayed;
    });
  }

  /**
   * Gives up the oldest jobs of each configuration that has more than `most` waiting; jobs with the same creation time
   * stay together.
   * @returns how many.
   */
  async giveUpOldest(kind: string, most: number, failure: string): Promise<number> {
    const full = await this.db
      .selectFrom('jobs')
      .select('configuration_id as id')
      .where('kind', '=', kind)
      .where('state', '=', 'pending')
      .where('configuration_id', 'is not', null)
      .groupBy('configuration_id')
      .having(({ fn }) => fn.countAll(), '>', most)
      .$narrowType<{ id: string }>()
      .execute();
    let givenUp = 0;
    for (const { id } of full) {
      givenUp += await this.db
        .updateTable('jobs')
        .set({ state: 'failed', failure, updated_at: this.now() })
        .where('configuration_id', '=', id)
        .where(unindexed('kind'), '=', kind)
        .where(unindexed('state'), '=', 'pending')
        .where('lease', 'is', null)
        .where('created_at', '<', (build) =>
          build
            .selectFrom('jobs as newer')
            .select('newer.created_at')
            .where('newer.configuration_id', '=', id)
            .where(unindexed('newer.kind'), '=', kind)
            .where(unindexed('newer.state'), '=', 'pending')
            .orderBy('newer.created_at', 'desc')
            .offset(most - 1)
            .limit(1),
        )
        .$call(countWritten);
    }
    return givenUp;
  }

  /** Makes held jobs due. @returns whether there were any. */
  async release(kinds: readonly string[]): Promise<boolean> {
    return this.db
      .updateTable('jobs')
      .set({ state: 'pending', due_at: this.now() })
      .where('kind', 'in', kinds)
      .where('state', '=', 'held')
      .$call(hasWritten);
  }

  /** Makes jobs due that were scheduled before the clock was set back: they would wait that much longer. */
  async recall(): Promise<void> {
    const now = this.now();
    await this.db
      .updateTable('jobs')
      .set({ due_at: now, updated_at: now })
      .where('state', '=', 'pending')
      .where('updated_at', '>', now + JUMP_MS)
      .where('lease', 'is', null)
      .execute();
  }

  /** Newest first. */
  async list(filter: JobFilter): Promise<readonly JobRow[]> {
    const { kinds, limit, id, state, configurationId, organisationId } = filter;
    const isOfOne = configurationId !== undefined || organisationId !== undefined;
    // The index on the configuration is the most selective.
    const column = (name: 'kind' | 'state') => (isOfOne ? unindexed(name) : sql.ref<string>(name));
    let query = this.db.selectFrom('jobs').selectAll().where(column('kind'), 'in', kinds);
    if (id !== undefined) query = query.where('id', '=', id);
    if (state !== undefined) query = query.where(column('state'), '=', state);
    if (configurationId !== undefined)
      query = query.where('configuration_id', '=', configurationId);
    if (organisationId !== undefined) {
      query = query.where('configuration_id', 'in', (build) =>
        build
          .selectFrom('configurations')
          .select('configurations.id')
          .where('organisation_id', '=', organisationId),
      );
    }
    return query.orderBy('created_at', 'desc').orderBy('id').limit(limit).$call(allRows(jobRow));
  }

  /** Counts jobs by kind and state. */
  async depths(): Promise<readonly z.output<typeof depthRow>[]> {
    return this.db
      .selectFrom('jobs')
      .select(({ fn }) => ['kind', 'state', fn.countAll().as('value')])
      .groupBy(['kind', 'state'])
      .$call(allRows(depthRow));
  }

  /** Deletes expired jobs, and jobs without an expiry that ended longer ago than the retention. */
  async purge(retentionMs: number): Promise<void> {
    const now = this.now();
    await this.db.deleteFrom('jobs').where('expires_at', '<=', now).execute();
    await this.db
      .deleteFrom('jobs')
      .where('state', 'in', ['done', 'failed'])
      .where('updated_at', '<', now - retentionMs)
      .where('expires_at', 'is', null)
      .execute();
  }
}
