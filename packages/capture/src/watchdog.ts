// SPDX-License-Identifier: Apache-2.0

/** Number of timer steps in the limit. */
const STEPS = 10;

/**
 * Watchdog for a recurring signal: reports when it has been absent for a while. While a page is suspended, no signal
 * arrives, and pending ones are delivered after its timers: a suspension of any length counts as one step.
 */
export class Watchdog {
  readonly #stepMs: number;
  readonly #onSilent: () => void;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param onSilent called once per silence; {@link restart} restarts the watchdog. */
  constructor(limitMs: number, onSilent: () => void) {
    this.#stepMs = limitMs / STEPS;
    this.#onSilent = onSilent;
  }

  /** The signal arrived, or is expected from now on. */
  restart(): void {
    this.end();
    let left = STEPS;
    this.#timer = setInterval(() => {
      left -= 1;
      if (left > 0) return;
      this.end();
      this.#onSilent();
    }, this.#stepMs);
  }

  /** No signal is expected any more. */
  end(): void {
    clearInterval(this.#timer);
  }
}
