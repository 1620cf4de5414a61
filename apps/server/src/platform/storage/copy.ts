// SPDX-License-Identifier: Apache-2.0
/** Copies a whole store, as of one moment, into another one, between SQLite and PostgreSQL. */
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE, sql } from 'kysely';
import { z } from '@perfuse/contract/schema';
import type { Database } from './database.ts';
import { count } from './rows.ts';

/** Rows read and written at once: with chunks of measurements in them, some megabytes. */
const PAGE = 50;
const MIGRATION_TABLES: ReadonlySet<string> = new Set([
  DEFAULT_MIGRATION_TABLE,
  DEFAULT_MIGRATION_LOCK_TABLE,
]);

const nameRows = z.array(z.object({ name: z.string() }));
const pageRows = z.array(z.record(z.string(), z.unknown()));
type Row = z.output<typeof pageRows>[number];

/** The store to copy from. */
export interface Source {
  readonly database: Database;
  readonly isEmbedded: boolean;
}

/** Rows per table. */
export type Counts = Readonly<Record<string, number>>;

/** The copy is incomplete; nothing of it is kept. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
}

/**
 * Tables of this version's schema, each after those it references.
 * @param embedded a SQLite database, which is easier to query for this; PostgreSQL's schema is the same.
 */
export async function tablesInOrder(embedded: Database): Promise<readonly string[]> {
  const { rows } = await sql`select name from sqlite_master where type = 'table'
    and name not like 'sqlite_%' order by name`.execute(embedded);
  const left = new Set(
    nameRows.parse(rows).flatMap(({ name }) => (MIGRATION_TABLES.has(name) ? [] : [name])),
  );
  const targets = new Map<string, readonly string[]>();
  for (const name of left) {
    const keys = await sql`select "table" as name from pragma_foreign_key_list(${name})`.execute(
      embedded,
    );
    targets.set(
      name,
      nameRows.parse(keys.rows).map((key) => key.name),
    );
  }
  const ordered: string[] = [];
  while (left.size > 0) {
    const next = [...left].find((name) =>
      (targets.get(name) ?? []).every((target) => target === name || !left.has(target)),
    );
    if (next === undefined) throw new CopyError('The tables have circular references.');
    left.delete(next);
    ordered.push(next);
  }
  return ordered;
}

const countOf = async (database: Database, table: string): Promise<number> => {
  const { rows } = await sql`select count(*) as n from ${sql.table(table)}`.execute(database);
  return z.object({ n: count }).parse(rows[0]).n;
};

/** Counts the rows of every table. */
export async function countRows(database: Database, tables: readonly string[]): Promise<Counts> {
  const counts: Record<string, number> = {};
  for (const table of tables) counts[table] = await countOf(database, table);
  return counts;
}

async function* pagesOf({ database, isEmbedded }: Source, table: string): AsyncGenerator<Row[]> {
  const cursor = sql.id(`copy_${table}`);
  const all = sql`select * from ${sql.table(table)}`;
  if (!isEmbedded) await sql`declare ${cursor} no scroll cursor for ${all}`.execute(database);
  for (let offset = 0; ; offset += PAGE) {
    const page = isEmbedded
      ? sql`${all} order by rowid limit ${PAGE} offset ${offset}`
      : sql`fetch ${sql.lit(PAGE)} from ${cursor}`;
    const rows = pageRows.parse((await page.execute(database)).rows);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) break;
  }
  if (!isEmbedded) await sql`close ${cursor}`.execute(database);
}

/** SQLite's driver returns bytes in a type of array that PostgreSQL's does not accept. */
const asParameter = (value: unknown): unknown =>
  value instanceof ArrayBuffer ? Buffer.from(value) : value;

async function insert(database: Database, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const tuples = rows.map(
    (row) => sql`(${sql.join(columns.map((column) => asParameter(row[column])))})`,
  );
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(tuples)}`.execute(database);
}

/**
 * Copies every row, in one transaction of the target and as of one moment of the source.
 * @param tables in an order in which they can be written.
 * @returns the number of rows of each table, the same on both sides.
 * @throws CopyError when they differ; the target is then unchanged.
 */
export async function copyRows(
  source: Source,
  target: Database,
  tables: readonly string[],
  beforeCommit?: () => void,
): Promise<Counts> {
  return source.database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((from) =>
      target.transaction().execute(async (to) => {
        for (const table of tables) {
          for await (const rows of pagesOf({ ...source, database: from }, table)) {
            await insert(to, table, rows);
          }
        }
        const [expected, copied] = [await countRows(from, tables), await countRows(to, tables)];
        const short = tables.filter((table) => expected[table] !== copied[table]);
        if (short.length > 0)
          throw new CopyError(`Not every row of ${short.join(', ')} was copied.`);
        beforeCommit?.();
        return copied;
      }),
    );
}
