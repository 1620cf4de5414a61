// SPDX-License-Identifier: Apache-2.0
import type { LogEvent } from 'kysely';
import { activeSpan } from './span.ts';

const OPERATION = /^\s*(?:with\b.*?\)\s*)?(select|insert|update|delete|begin|commit|rollback)\b/is;
const TABLE = /\b(?:from|into|update)\s+"(\w+)"/i;

/** A span for a statement that belongs to something traced: what it did to which table, and nothing of its values. */
export function traceQuery({ level, query, queryDurationMillis }: LogEvent): void {
  const parent = activeSpan();
  if (parent === undefined) return;
  const operation = OPERATION.exec(query.sql)?.[1]?.toLowerCase() ?? 'other';
  const table = TABLE.exec(query.sql)?.[1];
  const span = parent.child({
    name: table === undefined ? operation : `${operation} ${table}`,
    kind: 'client',
    startMs: Date.now() - queryDurationMillis,
    facts: {
      'db.operation.name': operation,
      'db.collection.name': table,
    },
  });
  if (level === 'error') span.fail('database');
  span.end();
}
