// SPDX-License-Identifier: Apache-2.0

/** Tells when something that should be heard again and again has not been heard for a while. */
export class Silence {
  readonly #limitMs: number;
  readonly #onSilent: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onSilent called once per silence; {@link hear} starts to listen anew. */
  constructor(limitMs: number, onSilent: () => void) {
    this.#limitMs = limitMs;
    this.#onSilent = onSilent;
  }

  /** It was heard, or is expected from now on. */
  hear(): void {
    this.end();
    this.#timer = setTimeout(this.#onSilent, this.#limitMs);
  }

  /** Nothing is expected any more. */
  end(): void {
    clearTimeout(this.#timer);
  }
}
