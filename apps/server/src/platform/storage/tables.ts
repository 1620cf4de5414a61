// SPDX-License-Identifier: Apache-2.0
/** Tables as the modules describe them, once: a schema of their rows, from which the types of queries are derived. */
import type { Generated } from 'kysely';
import type { z } from '@perfuse/contract/schema';

type RowSchema = z.ZodMiniObject;

export interface Table<Row extends RowSchema = RowSchema, Default extends string = string> {
  /** Parses a row: its input is what the database holds, its output what the program works with. */
  readonly row: Row;
  /** Columns that the database fills if a new row omits them. */
  readonly defaults: readonly Default[];
}

/** @param defaults columns that the database fills if a new row omits them. */
export const table = <Row extends RowSchema, Default extends keyof z.input<Row> & string = never>(
  row: Row,
  ...defaults: readonly Default[]
): Table<Row, Default> => ({ row, defaults });

type ColumnsOf<T> =
  T extends Table<infer Row, infer Default>
    ? {
        [C in keyof z.input<Row>]: C extends Default ? Generated<z.input<Row>[C]> : z.input<Row>[C];
      }
    : never;

/** The types of tables for Kysely. */
export type TablesOf<T extends Readonly<Record<string, Table>>> = {
  readonly [N in keyof T]: ColumnsOf<T[N]>;
};
