// SPDX-License-Identifier: Apache-2.0
import type { RateEvent, TimingEvent } from '../api.ts';

const PERIOD_MS = 1000;

/** Collects timings and reports them about once a second. */
export class Meter {
  readonly #track: number[] = [];
  readonly #copy: number[] = [];
  readonly #extract: number[] = [];
  #nextMs = 0;

  track(ms: number): void {
    this.#track.push(ms);
  }

  copy(ms: number): void {
    this.#copy.push(ms);
  }

  extract(ms: number): void {
    this.#extract.push(ms);
  }

  /** @returns reports when a second has passed since the last ones. */
  report(
    nowMs: number,
    framesPerS: number,
  ): { readonly rate: RateEvent; readonly timing: TimingEvent } | undefined {
    if (nowMs < this.#nextMs) return undefined;
    this.#nextMs = nowMs + PERIOD_MS;
    const timing: TimingEvent = {
      type: 'timing',
      trackMs: Float32Array.from(this.#track.splice(0)),
      copyMs: Float32Array.from(this.#copy.splice(0)),
      extractMs: Float32Array.from(this.#extract.splice(0)),
    };
    return { rate: { type: 'rate', framesPerS }, timing };
  }
}
