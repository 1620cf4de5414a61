// SPDX-License-Identifier: Apache-2.0
/** Filtering, sorting and paging of lists. */
import { sql, type SelectQueryBuilder, type StringReference } from 'kysely';
import { z } from '@perfuse/contract/schema';
import { allRows, count } from './rows.ts';

const totalRow = z.object({ total: count });

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** The column by which a list is sorted. */
export interface Sort<Column extends string> {
  readonly by: Column;
  readonly descending: boolean;
}

export interface PageOfRows<Row> {
  readonly rows: readonly Row[];
  /** Number of rows on all pages. */
  readonly total: number;
}

type SortedPage<DB, T extends keyof DB> = Page & {
  readonly sort?: Sort<keyof DB[T] & string> | undefined;
};

/** Narrows a query to rows with the given values; undefined values are ignored. */
export function whereDefined<DB, TB extends keyof DB, O>(
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
 * A text column, wrapped so that no index on it is used. SQLite considers all indexes equally good: it may prefer one
 * that finds everybody's rows to the one that finds the caller's.
 */
export const unindexed = (column: string) => sql<string>`coalesce(${sql.ref(column)}, '')`;

export interface Period {
  /** Inclusive, ms since 1970. */
  readonly from?: number;
  readonly until?: number;
}

/** Narrows a query to rows whose time is in a period. */
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
 * One page of a query's rows. Rows are sorted oldest first unless another order is given, and then by id, so that no
 * page repeats or misses one.
 * @param table the table of the query by whose columns the rows are sorted.
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
  return query
    .orderBy(
      sql.ref(`${table}.${sort?.by ?? 'created_at'}`),
      sort?.descending === true ? 'desc' : 'asc',
    )
    .orderBy(sql.ref(`${table}.id`))
    .limit(limit)
    .offset(offset)
    .$call(allRows(row));
}

/** Like {@link selectRows}, with the query's total number of rows. */
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

/** Counts the rows of a query. */
export async function countMatching<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const row = await query
    .clearSelect()
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  return totalRow.parse(row).total;
}
