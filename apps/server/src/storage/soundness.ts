// SPDX-License-Identifier: Apache-2.0
/**
 * Whether a file that somebody brings is a sound database. What it says is looked at as bytes first: the driver ends
 * the whole process over a text that is not UTF-8, and SQLite's own check does not look for it.
 */
import { isUtf8 } from 'node:buffer';
import type Libsql from 'libsql';
import { z } from '@perfuse/contract/schema';

const SCHEMA = 'sqlite_master';
const OUR_KINDS: ReadonlySet<string> = new Set(['table', 'index']);

const schemaRows = z.array(z.object({ type: z.string(), name: z.string() }));
const nameRows = z.array(z.object({ name: z.string() }));
const encodingRow = z.object({ encoding: z.literal('UTF-8') });
const countRow = z.object({ n: z.int() });

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const count = (database: Libsql.Database, from: string): number =>
  countRow.parse(database.prepare(`select count(*) as n from ${from}`).get()).n;

/** Rows looked at together: handing each over by itself costs the driver more than looking at it. */
const PAGE = 500;
/** Before the first row; as text, because a number would be rounded. */
const START = '-9223372036854775808';
const pageRow = z.tuple([z.nullable(z.string())], z.nullable(z.instanceof(Uint8Array)));

/** Whether every text in these columns is UTF-8, also in those that are for something else. */
function isReadable(database: Libsql.Database, table: string, columns: readonly string[]): boolean {
  const texts = columns.map(
    (column, at) =>
      `case typeof(${quoted(column)}) when 'text' then ${quoted(column)} end as t${String(at)}`,
  );
  // With a comma between, texts are UTF-8 together when each of them is.
  const bytes = columns.map((_, at) => `cast(group_concat(t${String(at)}, ',') as blob)`);
  const page = database
    .prepare(
      `select cast(max(at) as text), ${bytes.join(', ')} from (
        select rowid as at, ${texts.join(', ')} from ${quoted(table)}
        where rowid > cast(? as integer) order by rowid limit ${String(PAGE)}
      )`,
    )
    .raw();
  let after: string | null = START;
  while (after !== null) {
    const [last, ...found]: z.output<typeof pageRow> = pageRow.parse(page.get(after));
    if (!found.every((text) => text === null || isUtf8(text))) return false;
    after = last;
  }
  return true;
}

/** Names of the tables; null when somebody wrote something else into the schema. */
function tablesOf(database: Libsql.Database): readonly string[] | null {
  if (!isReadable(database, SCHEMA, ['type', 'name', 'tbl_name', 'sql'])) return null;
  const rows = schemaRows.parse(database.prepare(`select type, name from ${SCHEMA}`).all());
  // A view or a trigger makes texts of its own, whatever is stored.
  if (!rows.every(({ type }) => OUR_KINDS.has(type))) return null;
  return rows.flatMap(({ type, name }) => (type === 'table' ? [name] : []));
}

const columnsOf = (database: Libsql.Database, table: string): readonly string[] =>
  nameRows
    .parse(database.prepare('select name from pragma_table_xinfo(?)').all(table))
    .map(({ name }) => name);

/**
 * Whether a database is whole, points at nothing that is not there, and holds only text that can be read.
 * @throws what the driver says of a file that is no database.
 */
export function isSound(database: Libsql.Database): boolean {
  if (!encodingRow.safeParse(database.prepare('pragma encoding').get()).success) return false;
  const tables = tablesOf(database);
  if (tables === null) return false;
  if (count(database, "pragma_integrity_check where integrity_check <> 'ok'") > 0) return false;
  if (count(database, 'pragma_foreign_key_check') > 0) return false;
  return tables.every((table) => isReadable(database, table, columnsOf(database, table)));
}
