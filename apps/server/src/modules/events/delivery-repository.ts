// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import type { Database } from '../../platform/storage/database.ts';
import { lockParent, rowLocked } from '../../platform/storage/transactions.ts';
import { deliveryRow, type DeliveryRow } from './tables.ts';

type NewDelivery = Pick<DeliveryRow, 'id' | 'session_id' | 'event' | 'address' | 'body'>;

export interface DeliveryFilter {
  readonly limit: number;
  readonly configurationId?: string | undefined;
  readonly organisationId?: string | undefined;
  readonly state?: DeliveryRow['state'] | undefined;
}

/** Events on their way to the webhooks of organisations, and how it went. */
export class WebhookDeliveryRepository {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db;
    this.#now = now;
  }

  /** Adds those of a configuration that are not there yet, to be sent at once; none once it is gone. */
  async add(configurationId: string, deliveries: readonly NewDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    const now = this.#now();
    const rows = deliveries.map((delivery) => ({
      ...delivery,
      configuration_id: configurationId,
      state: 'pending' as const,
      tries: 0,
      failure: null,
      next_try_at: now,
      created_at: now,
      updated_at: now,
    }));
    await rowLocked(this.#db).execute(async (db) => {
      if (!(await lockParent(db, 'configurations', configurationId))) return;
      await db
        .insertInto('webhook_deliveries')
        .values(rows)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    });
  }

  /**
   * Takes what is to be sent now, oldest first. Nobody else gets it for `leaseMs`: of two that see the same row, one
   * changes it.
   * @returns the rows with the ends of their leases.
   */
  async take(limit: number, leaseMs: number): Promise<readonly DeliveryRow[]> {
    const now = this.#now();
    const rows = await this.#db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('state', '=', 'pending')
      .where('next_try_at', '<=', now)
      .orderBy('next_try_at')
      .orderBy('created_at')
      .limit(limit)
      .execute();
    const taken: DeliveryRow[] = [];
    const next_try_at = now + leaseMs;
    for (const row of z.array(deliveryRow).parse(rows)) {
      const result = await this.#db
        .updateTable('webhook_deliveries')
        .set({ next_try_at })
        .where('id', '=', row.id)
        .where('state', '=', 'pending')
        .where('next_try_at', '=', row.next_try_at)
        .executeTakeFirst();
      if (result.numUpdatedRows > 0n) taken.push({ ...row, next_try_at });
    }
    return taken;
  }

  /** Notes how a try ended, unless its lease did before, or the delivery was asked for once more meanwhile. */
  async settle(
    { id, next_try_at }: Pick<DeliveryRow, 'id' | 'next_try_at'>,
    outcome: Pick<DeliveryRow, 'state' | 'tries' | 'failure'> & { readonly nextTryAt?: number },
  ): Promise<void> {
    const { nextTryAt, ...columns } = outcome;
    await this.#db
      .updateTable('webhook_deliveries')
      .set({
        ...columns,
        updated_at: this.#now(),
        ...(nextTryAt === undefined ? {} : { next_try_at: nextTryAt }),
      })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .where('next_try_at', '=', next_try_at)
      .execute();
  }

  /** Newest first. */
  async list(filter: DeliveryFilter): Promise<readonly DeliveryRow[]> {
    const { configurationId, organisationId, state } = filter;
    let query = this.#db.selectFrom('webhook_deliveries').selectAll();
    if (configurationId !== undefined) {
      query = query.where('configuration_id', '=', configurationId);
    }
    if (organisationId !== undefined) {
      query = query.where('configuration_id', 'in', (build) =>
        build
          .selectFrom('configurations')
          .select('configurations.id')
          .where('organisation_id', '=', organisationId),
      );
    }
    if (state !== undefined) query = query.where('state', '=', state);
    const rows = await query
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(filter.limit)
      .execute();
    return z.array(deliveryRow).parse(rows);
  }

  async find(id: string): Promise<DeliveryRow | null> {
    const row = await this.#db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? null : deliveryRow.parse(row);
  }

  /** Makes one due again, with all its tries. @param address where it goes now. @returns false when there is no such one. */
  async renew(id: string, address: string): Promise<boolean> {
    const now = this.#now();
    const result = await this.#db
      .updateTable('webhook_deliveries')
      .set({ state: 'pending', tries: 0, address, next_try_at: now, updated_at: now })
      .where('id', '=', id)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  /** Deletes what was settled before a moment. */
  async expire(before: number): Promise<void> {
    await this.#db
      .deleteFrom('webhook_deliveries')
      .where('state', '!=', 'pending')
      .where('updated_at', '<', before)
      .execute();
  }
}
