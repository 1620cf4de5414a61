// SPDX-License-Identifier: Apache-2.0

/** The changes that differ from `from`. */
export function changedFields<T extends object>(changes: T, from: Partial<T>): Partial<T> {
  const left: Partial<T> = {};
  for (const name in changes) {
    if (JSON.stringify(changes[name]) !== JSON.stringify(from[name])) left[name] = changes[name];
  }
  return left;
}
