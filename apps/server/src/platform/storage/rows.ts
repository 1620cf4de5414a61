// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';

const wholeNumber = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^\d{1,16}$/))]),
  z.pipe(z.transform(Number), z.int()),
);
/** Column kinds as the repositories read them. PostgreSQL's driver hands 64-bit integers over as text. */
export const time = z.pipe(wholeNumber, z.int());
export const count = z.pipe(wholeNumber, z.int().check(z.nonnegative()));
export const flag = z.pipe(
  z.union([z.literal(0), z.literal(1)]),
  z.transform((value) => value === 1),
);
export const bytes = z.pipe(
  z.union([z.instanceof(Uint8Array), z.instanceof(ArrayBuffer)]),
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
