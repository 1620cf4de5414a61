// SPDX-License-Identifier: Apache-2.0
/** What a browser is unlike others in, for as long as a story shows. */

/** Gives an object another property for a while. */
export function lend(target: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value, configurable: true });
  return () => {
    if (before === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, before);
  };
}
export const offline = (): (() => void) => lend(navigator, 'onLine', false);
