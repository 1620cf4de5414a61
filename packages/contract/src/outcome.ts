// SPDX-License-Identifier: Apache-2.0
/** Result of a parser of external input: the value, or the reason for refusal in plain words. */
export type Outcome<T, E = string> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: E };

export const accepted = <T>(value: T): Outcome<T, never> => ({ ok: true, value });
export const refused = <E>(reason: E): Outcome<never, E> => ({ ok: false, reason });
