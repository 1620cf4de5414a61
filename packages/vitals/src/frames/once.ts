// SPDX-License-Identifier: Apache-2.0
/** The same function, evaluated lazily and only once. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
