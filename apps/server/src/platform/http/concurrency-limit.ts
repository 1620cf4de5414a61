// SPDX-License-Identifier: Apache-2.0
/** Counts what is open by whom: a token, an address. */
export class ConcurrencyLimit {
  readonly #most: number;
  readonly #open = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  isFull(key: string): boolean {
    return (this.#open.get(key) ?? 0) >= this.#most;
  }

  /** @returns the function that gives the place back, or null when there is none. */
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
