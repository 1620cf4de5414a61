// SPDX-License-Identifier: Apache-2.0

/** @param make called once for each owner, at the first call. */
export function memoizePerOwner<Owner extends object, Rest extends unknown[], T extends object>(
  make: (owner: Owner, ...rest: Rest) => T,
): (owner: Owner, ...rest: Rest) => T {
  const made = new WeakMap<Owner, T>();
  return (owner, ...rest) => {
    const known = made.get(owner) ?? make(owner, ...rest);
    made.set(owner, known);
    return known;
  };
}
