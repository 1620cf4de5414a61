// SPDX-License-Identifier: Apache-2.0
import { InsertResult, UpdateResult, type DeleteResult } from 'kysely';
import { z } from '@perfuse/contract/schema';

/** Types of columns. Integers of 64 bits are numbers here: times and counts are all below 2^53. */
export const time = z.int();
export const count = z.int().check(z.nonnegative());
export const flag = z.pipe(
  z.union([z.literal(0), z.literal(1)]),
  z.transform((value) => value === 1),
);
/** How a boolean is stored. */
export const toFlag = (value: boolean): 0 | 1 => (value ? 1 : 0);
export const bytes = z.pipe(
  z.union([
    z.instanceof<typeof Uint8Array<ArrayBufferLike>>(Uint8Array),
    z.instanceof(ArrayBuffer),
  ]),
  z.transform((value) => (value instanceof Uint8Array ? value : new Uint8Array(value))),
);

/** JSON text that must match the schema. */
export const json = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string): unknown => JSON.parse(text)),
      schema,
    ),
  );

/** Like {@link json}, for a text that is '' if nothing was set. */
export const jsonOr = <S extends z.ZodMiniType>(schema: S, unset: unknown) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string): unknown => (text === '' ? unset : JSON.parse(text))),
      schema,
    ),
  );

/** For `$call` of a query: its first row, parsed; null when there is none. */
export const firstRow =
  <S extends z.ZodMiniType>(row: S) =>
  async (query: { executeTakeFirst(): Promise<unknown> }): Promise<z.output<S> | null> => {
    const found = await query.executeTakeFirst();
    return found === undefined ? null : row.parse(found);
  };

/** For `$call` of a query: all its rows, parsed. */
export const allRows =
  <S extends z.ZodMiniType>(row: S) =>
  async (query: { execute(): Promise<unknown[]> }): Promise<z.output<S>[]> =>
    z.array(row).parse(await query.execute());

/** For `$call`: how many rows an insertion, an update or a deletion wrote. */
export async function countWritten(query: {
  executeTakeFirst(): Promise<InsertResult | UpdateResult | DeleteResult>;
}): Promise<number> {
  const result = await query.executeTakeFirst();
  if (result instanceof InsertResult) return Number(result.numInsertedOrUpdatedRows ?? 0);
  return Number(result instanceof UpdateResult ? result.numUpdatedRows : result.numDeletedRows);
}

/** For `$call`: whether an insertion, an update or a deletion wrote anything. */
export const hasWritten = async (query: Parameters<typeof countWritten>[0]): Promise<boolean> =>
  (await countWritten(query)) > 0;
