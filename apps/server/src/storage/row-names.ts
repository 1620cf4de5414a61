// SPDX-License-Identifier: Apache-2.0
/** What a row is called in a report of damage: by its key, as SQL takes it, whatever bytes that holds. */
import type Libsql from 'libsql';
import { z } from '@perfuse/contract/schema';

const keyRows = z.array(z.object({ name: z.string() }));
/** Bytes of a value, and what it is written like in SQL unless it is a text. */
const partRow = z.object({ type: z.string(), hex: z.string(), literal: z.nullable(z.string()) });

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
/** What every terminal shows as it is. */
const PLAIN = /^[\x20-\x7e]*$/;

function literalOf({ type, hex, literal }: z.output<typeof partRow>): string {
  if (type !== 'text') return literal ?? 'null';
  const text = Buffer.from(hex, 'hex').toString('latin1');
  return PLAIN.test(text) ? `'${text.replaceAll("'", "''")}'` : `cast(x'${hex}' as text)`;
}

/**
 * A condition that finds one row: its primary key, or its number where the table has none.
 * @param at the number of the row (rowid), as text: it may be larger than a JavaScript number holds.
 */
export function nameOfRow(database: Libsql.Database, table: string, at: string): string {
  const keys = keyRows.parse(
    database.prepare('select name from pragma_table_xinfo(?) where pk > 0 order by pk').all(table),
  );
  const parts = keys.map(({ name }) => {
    const value = quoted(name);
    const part = partRow.safeParse(
      database
        .prepare(
          `select typeof(${value}) as type, hex(${value}) as hex,
            case typeof(${value}) when 'text' then null else quote(${value}) end as literal
          from ${quoted(table)} where rowid = cast(? as integer)`,
        )
        .get(at),
    );
    return part.success ? `${name} = ${literalOf(part.data)}` : null;
  });
  // Without a key, or gone since.
  if (parts.length === 0 || parts.includes(null)) return `rowid = ${at}`;
  return parts.join(' and ');
}
