// SPDX-License-Identifier: Apache-2.0
/** Filtering, sorting and paging of lists. */
import { sql, type SelectQueryBuilder, type StringReference } from 'kysely';
import { z } from '@perfuse/contract/schema';
import { count } from './rows.ts';

const totalRow = z.object({ total: count });

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** By which column a list is sorted. */
export interface Sort<Column extends string> {
  readonly by: Column;
  readonly descending: boolean;
}

export interface PageOfRows<Row> {
  readonly rows: readonly Row[];
  /** On this page and on all others. */
  readonly total: number;
}

type SortedPage<DB, T extends keyof DB> = Page & {
  readonly sort?: Sort<keyof DB[T] & string> | undefined;
};

/** Narrows a query to rows that have the given values; those that are undefined do not narrow it. */
export function whereGiven<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  values: Readonly<Partial<Record<StringReference<DB, TB>, string | number | undefined>>>,
): SelectQueryBuilder<DB, TB, O> {
  return Object.entries<string | number | undefined>(values).reduce(
    (narrowed, [column, value]) =>
      value === undefined ? narrowed : narrowed.where(sql.ref(column), '=', value),
    query,
  );
}

/**
 * A column of text that no index is looked up for. SQLite takes every index to be as good as another: one that finds the
 * rows of everybody goes before the one that finds the caller's.
 */
export const unindexed = (column: string) => sql<string>`coalesce(${sql.ref(column)}, '')`;

export interface Period {
  /** Inclusive, ms since 1970. */
  readonly from?: number;
  readonly until?: number;
}

/** Narrows a query to rows whose time lies in a period. */
export function whereWithin<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  column: StringReference<DB, TB>,
  { from, until }: Period,
): SelectQueryBuilder<DB, TB, O> {
  const time = sql.ref<number>(column);
  const begun = from === undefined ? query : query.where(time, '>=', from);
  return until === undefined ? begun : begun.where(time, '<=', until);
}

/**
 * One page of a query's rows. Rows come oldest first unless another order is given, and by id where they are otherwise
 * equal, so that no page repeats or misses one.
 * @param table of the query, whose columns the rows are sorted by.
 */
export async function selectRows<
  DB,
  TB extends keyof DB,
  O,
  S extends z.ZodMiniType,
  T extends TB & string,
>(
  query: SelectQueryBuilder<DB, TB, O>,
  row: S,
  table: T,
  { limit, offset, sort }: SortedPage<DB, T>,
): Promise<z.output<S>[]> {
  const rows = await query
    .orderBy(
      sql.ref(`${table}.${sort?.by ?? 'created_at'}`),
      sort?.descending === true ? 'desc' : 'asc',
    )
    .orderBy(sql.ref(`${table}.id`))
    .limit(limit)
    .offset(offset)
    .execute();
  return z.array(row).parse(rows);
}

/** As {@link selectRows}, and how many rows the query has. */
export async function selectPage<
  DB,
  TB extends keyof DB,
  O,
  S extends z.ZodMiniType,
  T extends TB & string,
>(
  query: SelectQueryBuilder<DB, TB, O>,
  row: S,
  table: T,
  page: SortedPage<DB, T>,
): Promise<PageOfRows<z.output<S>>> {
  const rows = await selectRows(query, row, table, page);
  return { rows, total: await countMatching(query) };
}

/** How many rows a query has. */
export async function countMatching<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const row = await query
    .clearSelect()
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  return totalRow.parse(row).total;
}
