// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';

/** Kinds of columns. Integers of 64 bits are numbers here: times and counts are all below 2^53. */
export const time = z.int();
export const count = z.int().check(z.nonnegative());
export const flag = z.pipe(
  z.union([z.literal(0), z.literal(1)]),
  z.transform((value) => value === 1),
);
/** How a truth value is written. */
export const toFlag = (value: boolean): 0 | 1 => (value ? 1 : 0);
export const bytes = z.pipe(
  z.union([
    z.instanceof<typeof Uint8Array<ArrayBufferLike>>(Uint8Array),
    z.instanceof(ArrayBuffer),
  ]),
  z.transform((value) => (value instanceof Uint8Array ? value : new Uint8Array(value))),
);

/** JSON text that must hold what the schema says. */
export const json = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string): unknown => JSON.parse(text)),
      schema,
    ),
  );

/** As {@link json}, for a text that is '' where nothing was set. */
export const jsonOr = <S extends z.ZodMiniType>(schema: S, unset: unknown) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string): unknown => (text === '' ? unset : JSON.parse(text))),
      schema,
    ),
  );
