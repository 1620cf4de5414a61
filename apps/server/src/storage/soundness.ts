// SPDX-License-Identifier: Apache-2.0
/**
 * Whether a file is a sound database: one that somebody brings, or our own before it is relied on. What it says is
 * looked at as bytes first: the driver ends the whole process over a text that is not UTF-8, and SQLite's own check
 * does not look for it.
 */
import { isUtf8 } from 'node:buffer';
import type Libsql from 'libsql';
import { z } from '@perfuse/contract/schema';
import { nameOfRow } from './row-names.ts';

const SCHEMA = 'sqlite_master';
const OUR_KINDS: ReadonlySet<string> = new Set(['table', 'index']);

const schemaRows = z.array(z.object({ type: z.string(), name: z.string() }));
const nameRows = z.array(z.object({ name: z.string() }));
const encodingRow = z.object({ encoding: z.literal('UTF-8') });
// Bytes in whole lists of objects come as another kind of array.
const saidRows = z.array(z.tuple([z.instanceof(Uint8Array)]));
const pointerRows = z.array(
  z.object({ source: z.string(), at: z.nullable(z.string()), target: z.string() }),
);
const cellRows = z.array(z.tuple([z.string(), z.instanceof(Uint8Array)]));

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Rows looked at together: handing each over by itself costs the driver more than looking at it. */
const PAGE = 500;
/** Before the first row; as text, because a number would be rounded. */
const START = '-9223372036854775808';
const pageRow = z.tuple([z.nullable(z.string())], z.nullable(z.instanceof(Uint8Array)));

/** Rows after one and up to another, as text, in which a column's text is not UTF-8. */
function unreadable(
  database: Libsql.Database,
  table: string,
  column: string,
  after: string,
  last: string,
): readonly string[] {
  const rows = database
    .prepare(
      `select cast(rowid as text), cast(${quoted(column)} as blob) from ${quoted(table)}
      where typeof(${quoted(column)}) = 'text'
        and rowid > cast(? as integer) and rowid <= cast(? as integer) order by rowid`,
    )
    .raw()
    .all(after, last);
  return cellRows.parse(rows).flatMap(([at, text]) => (isUtf8(text) ? [] : [at]));
}

/** Texts in these columns that are not UTF-8, also in those that are for something else. */
function* unreadableTexts(
  database: Libsql.Database,
  table: string,
  columns: readonly string[],
): Generator<string> {
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
    for (const [at, column] of columns.entries()) {
      const text = found[at] ?? null;
      if (last === null || text === null || isUtf8(text)) continue;
      const place = `text that is not UTF-8 in ${table}.${column}`;
      const rows = unreadable(database, table, column, after, last);
      // A server that goes on meanwhile may have deleted it.
      if (rows.length === 0) yield place;
      for (const row of rows) yield `${place} where ${nameOfRow(database, table, row)}`;
    }
    after = last;
  }
}

const columnsOf = (database: Libsql.Database, table: string): readonly string[] =>
  nameRows
    .parse(database.prepare('select name from pragma_table_xinfo(?)').all(table))
    .map(({ name }) => name);

const integrityFlaws = (database: Libsql.Database): readonly string[] =>
  saidRows
    .parse(
      database
        .prepare(
          "select cast(integrity_check as blob) from pragma_integrity_check where integrity_check <> 'ok'",
        )
        .raw()
        .all(),
    )
    .map(([said]) => Buffer.from(said).toString());

function* pointersAtNothing(database: Libsql.Database): Generator<string> {
  const rows = database
    .prepare(
      'select "table" as source, cast(rowid as text) as at, parent as target from pragma_foreign_key_check',
    )
    .all();
  for (const { source, at, target } of pointerRows.parse(rows)) {
    const row = at === null ? '' : ` where ${nameOfRow(database, source, at)}`;
    yield `a row of ${source}${row} points at nothing in ${target}`;
  }
}

/**
 * What is wrong with a database, in words, found while it is asked for: whether it is whole, points at nothing that is
 * not there, and holds only text that can be read. Of a row its key is told, and nothing else.
 * @throws what the driver says of a file that is no database, or too damaged to be read.
 */
export function* flawsOf(database: Libsql.Database): Generator<string> {
  if (!encodingRow.safeParse(database.prepare('pragma encoding').get()).success) {
    yield 'its texts are not in UTF-8';
    return;
  }
  const names = ['type', 'name', 'tbl_name', 'sql'];
  if (unreadableTexts(database, SCHEMA, names).next().done !== true) {
    yield 'names of tables or columns are not UTF-8';
    return;
  }
  const schema = schemaRows.parse(database.prepare(`select type, name from ${SCHEMA}`).all());
  // A view or a trigger makes texts of its own, whatever is stored.
  if (!schema.every(({ type }) => OUR_KINDS.has(type))) {
    yield 'it holds views or triggers, which are not of Perfuse';
    return;
  }
  const broken = integrityFlaws(database);
  yield* broken;
  // What such a file says further on cannot be relied on.
  if (broken.length > 0) return;
  yield* pointersAtNothing(database);
  for (const { type, name } of schema) {
    if (type === 'table') yield* unreadableTexts(database, name, columnsOf(database, name));
  }
}

/** Whether a database is sound. @throws what the driver says of a file that is no database. */
export const isSound = (database: Libsql.Database): boolean =>
  flawsOf(database).next().done === true;
