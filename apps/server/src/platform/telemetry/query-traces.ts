// SPDX-License-Identifier: Apache-2.0
import { activeSpan } from './span.ts';

const OPERATION = /^\s*(?:with\b.*?\)\s*)?(select|insert|update|delete|begin|commit|rollback)\b/is;
const TABLE = /\b(?:from|into|update)\s+"(\w+)"/i;

/** An executed statement. */
export interface RunStatement {
  readonly sql: string;
  /** ms since 1970. */
  readonly startMs: number;
  readonly isFailed: boolean;
}

/** Adds a span for a statement of traced work: its operation and table, and none of its values. */
export function traceQuery({ sql, startMs, isFailed }: RunStatement): void {
  const parent = activeSpan();
  if (parent === undefined) return;
  const operation = OPERATION.exec(sql)?.[1]?.toLowerCase() ?? 'other';
  const table = TABLE.exec(sql)?.[1];
  const span = parent.child({
    name: table === undefined ? operation : `${operation} ${table}`,
    kind: 'client',
    startMs,
    facts: {
      'db.operation.name': operation,
      'db.collection.name': table,
    },
  });
  if (isFailed) span.fail('database');
  span.end();
}
