// SPDX-License-Identifier: Apache-2.0
import { sql, type RawBuilder } from 'kysely';
import { Repository } from '../../platform/storage/repository.ts';
import { invalid } from '../../platform/errors/validation.ts';
import { unindexed } from '../../platform/storage/list-query.ts';
import { allRows, firstRow } from '../../platform/storage/rows.ts';
import { auditRow, type AuditRow } from './tables.ts';

export type NewAuditEntry = Pick<
  AuditRow,
  'id' | 'actor' | 'action' | 'target' | 'organisation_id' | 'details'
>;

export interface AuditFilter {
  readonly limit: number;
  readonly organisationId?: string;
  /** Whole, such as `key.revoke`, or its first part, such as `key`. */
  readonly action?: string;
  readonly outcome?: 'done' | 'refused';
  /** First part of the actor. */
  readonly by?: 'cli' | 'administrator' | 'user';
  /** Id of an entry: only entries after it in the list. */
  readonly after?: string;
}

/** Tables of possible targets, with the organisation of each row. */
const OWNED = [
  'configurations',
  'organisation_keys',
  'licences',
  'studies',
  'branches',
  'users',
  'administrators',
] as const;

/** First part of an action, with its dot, as in the index. */
const kindOf = (action: RawBuilder<unknown>) =>
  sql<string>`rtrim(${action}, 'abcdefghijklmnopqrstuvwxyz-')`;

/** Recorded actions, in the order they began. */
export class AuditRepository extends Repository {
  /** The organisation of a target; '' when it has none or does not exist. */
  async organisationOf(target: string): Promise<string> {
    if (target === '') return '';
    const organisation = await this.db
      .selectFrom('organisations')
      .select('id')
      .where('id', '=', target)
      .executeTakeFirst();
    if (organisation !== undefined) return target;
    for (const table of OWNED) {
      const row = await this.db
        .selectFrom(table)
        .select('organisation_id')
        .where('id', '=', target)
        .executeTakeFirst();
      // Administrators of the installation have none.
      if (row !== undefined) return row.organisation_id ?? '';
    }
    const code = await this.db
      .selectFrom('access_codes')
      .select('organisation_id')
      .where('code', '=', target)
      .executeTakeFirst();
    return code?.organisation_id ?? '';
  }

  /** Records an action before it is done, so that one interrupted by a crash is listed as started. */
  async begin(entry: NewAuditEntry): Promise<void> {
    await this.db
      .insertInto('audit')
      .values({ ...entry, outcome: 'started', created_at: this.now() })
      .execute();
  }

  async end(
    id: string,
    outcome: string,
    made?: Pick<AuditRow, 'target' | 'organisation_id'>,
  ): Promise<void> {
    await this.db
      .updateTable('audit')
      .set({ outcome, ...made })
      .where('id', '=', id)
      .execute();
  }

  /** Deletes the entries that began before a time (ms since 1970). @returns their number. */
  async expire(before: number): Promise<number> {
    const { numDeletedRows } = await this.db
      .deleteFrom('audit')
      .where('created_at', '<', before)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  /** Newest first. @throws ServiceError VALIDATION_ERROR for an `after` that is no entry of the organisation. */
  async list(filter: AuditFilter): Promise<readonly AuditRow[]> {
    const { organisationId, action, outcome, by, after } = filter;
    let query = this.db.selectFrom('audit').selectAll();
    if (organisationId !== undefined) query = query.where('organisation_id', '=', organisationId);
    const last =
      after === undefined ? null : await query.where('id', '=', after).$call(firstRow(auditRow));
    // An empty page would look like the end of the log.
    if (after !== undefined && last === null) throw invalid({ after: [['VALUES', []]] });
    if (action !== undefined) {
      // An organisation has fewer entries than a kind of action: its index is the better one.
      const column = organisationId === undefined ? sql.ref('action') : unindexed('action');
      const [kind = ''] = action.split('.');
      query = query.where(kindOf(column), '=', `${kind}.`);
      if (kind !== action) query = query.where('action', '=', action);
    }
    if (outcome === 'done') query = query.where('outcome', '=', 'done');
    if (outcome === 'refused') query = query.where('outcome', 'not in', ['done', 'started']);
    if (by !== undefined) query = query.where('actor', 'like', `${by}%`);
    if (last !== null) {
      const { id, created_at: at } = last;
      query = query.where((build) =>
        build.or([
          build('created_at', '<', at),
          build.and([build('created_at', '=', at), build('id', '>', id)]),
        ]),
      );
    }
    return query
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(filter.limit)
      .$call(allRows(auditRow));
  }
}
