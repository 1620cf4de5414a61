// SPDX-License-Identifier: Apache-2.0
import { z } from './schema.ts';

/** Refuses text of invisible characters only, such as zero-width spaces; '' is left to other rules. */
export const visible = z.refine<string>(
  (text) => text === '' || /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text),
  'must have a visible character',
);

/** Text that people read, such as a name; trimmed. @param most length in UTF-16 units. */
export const words = (most: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(most), visible);
