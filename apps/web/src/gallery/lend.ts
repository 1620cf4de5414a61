// SPDX-License-Identifier: Apache-2.0
/** Differences of a browser from others, while a story is shown. */

/** Overrides a property of an object. @returns restores it. */
export function lend(target: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value, configurable: true });
  return () => {
    if (before === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, before);
  };
}
export const offline = (): (() => void) => lend(navigator, 'onLine', false);
