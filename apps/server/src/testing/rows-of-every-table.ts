// SPDX-License-Identifier: Apache-2.0
/** Test helper: writes a row into every table, whatever its columns are. */
import { Buffer } from 'node:buffer';
import { sql, type Kysely } from 'kysely';

/** 2031-01-01, more than 32 bits can hold. */
const TIME = 1_924_992_000_000;
const ID = /(?:^|_)(?:id|hash)$/;

export interface TestRow {
  readonly table: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Every id is the same text, so that all references hold. */
function valueOf(column: string, type: string): unknown {
  if (/^(?:blob|bytea)$/.test(type)) return Buffer.from([0, 255, 1]);
  if (/^(?:double precision|float8)$/.test(type)) return 4999.75;
  if (/^(?:bigint|int8)$/.test(type)) return TIME;
  if (type.startsWith('int')) return 1;
  return ID.test(column) ? 'id' : `${column} Ünïcode "quotes" 漢字 `;
}

/**
 * Writes a row into each table; columns with a default get it.
 * @param tables in an order in which they can be written.
 * @param known values of columns, by table.
 */
export async function writeRows<T>(
  database: Kysely<T>,
  tables: readonly string[],
  known: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {},
): Promise<readonly TestRow[]> {
  const described = await database.introspection.getTables();
  const written: TestRow[] = [];
  for (const table of tables) {
    const columns = described.find(({ name }) => name === table)?.columns ?? [];
    const made = columns
      .filter(({ hasDefaultValue }) => !hasDefaultValue)
      .map(({ name, dataType }) => [name, valueOf(name, dataType.toLowerCase())] as const);
    const values = { ...Object.fromEntries(made), ...known[table] };
    await sql`insert into ${sql.table(table)}
      (${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(values))})`.execute(database);
    written.push({ table, values });
  }
  return written;
}
