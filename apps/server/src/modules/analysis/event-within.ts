// SPDX-License-Identifier: Apache-2.0
interface Emitter<Name extends string> {
  once(name: Name, listener: () => void): unknown;
  off(name: Name, listener: () => void): unknown;
}

/** Resolves at the next event of a name, or after `ms` at the latest. Leaves no listener behind. */
export function eventWithin<Name extends string>(
  emitter: Emitter<Name>,
  name: Name,
  ms: number,
): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      emitter.off(name, done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    emitter.once(name, done);
  });
}
