// SPDX-License-Identifier: Apache-2.0
/** Limits how many connections are open per key: a token, an address. */
export class ConcurrencyLimit {
  readonly #most: number;
  readonly #open = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  isFull(key: string): boolean {
    return (this.#open.get(key) ?? 0) >= this.#most;
  }

  /** @returns a function that frees the place, or null if none is free. */
  take(key: string): (() => void) | null {
    if (this.isFull(key)) return null;
    this.#open.set(key, (this.#open.get(key) ?? 0) + 1);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const left = (this.#open.get(key) ?? 1) - 1;
      if (left === 0) this.#open.delete(key);
      else this.#open.set(key, left);
    };
  }
}
