// SPDX-License-Identifier: Apache-2.0

/** Steps in which the limit is counted. */
const STEPS = 10;

/**
 * Tells when something that should be heard again and again has not been heard for a while. A page that stands still
 * hears nothing, and what was said meanwhile reaches it after its timers: however long it stood, that counts as one step.
 */
export class Silence {
  readonly #stepMs: number;
  readonly #onSilent: () => void;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param onSilent called once per silence; {@link hear} starts to listen anew. */
  constructor(limitMs: number, onSilent: () => void) {
    this.#stepMs = limitMs / STEPS;
    this.#onSilent = onSilent;
  }

  /** It was heard, or is expected from now on. */
  hear(): void {
    this.end();
    let left = STEPS;
    this.#timer = setInterval(() => {
      left -= 1;
      if (left > 0) return;
      this.end();
      this.#onSilent();
    }, this.#stepMs);
  }

  /** Nothing is expected any more. */
  end(): void {
    clearInterval(this.#timer);
  }
}
