// SPDX-License-Identifier: Apache-2.0
/** The same function, which works its result out when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
