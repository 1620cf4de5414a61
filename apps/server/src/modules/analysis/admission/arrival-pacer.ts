// SPDX-License-Identifier: Apache-2.0
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { pause } from './pausing.ts';

/** Time from one chunk of a measurement to the next, ms. */
const CHUNK_MS = 5_000;
/** Widest gap between two who begin, ms: more than a slow core needs for one chunk. */
const WIDEST_MS = 150;
/** So many may begin at once after a pause. */
const AT_ONCE = 4;
/** Nobody waits in line for longer than this, ms. */
const LONGEST_LINE_MS = 2_500;
/** While a stored chunk has waited this long for its analysis, whoever is first in line waits too, ms. */
const BEHIND_MS = 500;
/** Between two looks at that, ms. */
const LOOK_MS = 25;

export interface ArrivalPacerOptions {
  /** Most measurements at once. */
  readonly most: number;
  /** Those who measure or are about to, with those who stand in line here. */
  readonly count: () => number;
  /** How long the chunk has waited that waits longest for its analysis, ms. */
  readonly longestWaitMs: () => number;
  /** When who is refused may try again, s. */
  readonly retryAfterS: number;
  readonly now?: () => number;
}

/**
 * Spreads the beginnings of measurements over the time of one chunk. Everybody's chunks come every 5 s from the moment
 * they began: people who begin together send together for as long as they measure, and wait for each other each time.
 * Who comes too early stands in line, first come first served; the line is short, and who finds it full is refused.
 */
export class ArrivalPacer {
  readonly #options: ArrivalPacerOptions;
  readonly #now: () => number;
  /** When the last ones began, in the time of one chunk, ms. */
  readonly #begun: number[] = [];
  readonly #line: { readonly since: number; readonly go: () => void }[] = [];
  /** When the next one would begin if all began evenly, ms. */
  #due = -Infinity;
  #moves = false;

  constructor(options: ArrivalPacerOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Those who have measured for longer have their places in the time of a chunk: newcomers share what is left of it. */
  get #gapMs(): number {
    const { most, count } = this.#options;
    const since = this.#now() - CHUNK_MS;
    while ((this.#begun[0] ?? Infinity) <= since) this.#begun.shift();
    const settled = Math.max(0, count() - this.#line.length - this.#begun.length);
    return Math.min(WIDEST_MS, CHUNK_MS / Math.max(1, most - settled));
  }

  /** People in line. */
  get waiting(): number {
    return this.#line.length;
  }

  /** Resolves when the next measurement may begin. @throws ServiceError RATE_LIMIT when the line is full. */
  async turn(): Promise<void> {
    if (this.#line.length * this.#gapMs >= LONGEST_LINE_MS) {
      const message = 'Too many begin to measure at this moment; try again soon.';
      throw new ServiceError('RATE_LIMIT', message, undefined, this.#options.retryAfterS);
    }
    const begun = new Promise<void>((go) => this.#line.push({ since: this.#now(), go }));
    if (!this.#moves) void this.#move();
    await begun;
  }

  async #move(): Promise<void> {
    this.#moves = true;
    for (let first = this.#line[0]; first !== undefined; first = this.#line[0]) {
      const gapMs = this.#gapMs;
      const early = this.#due - (AT_ONCE - 1) * gapMs - this.#now();
      if (early > 0) await pause(early);
      // Never for good: who has stood in line for long enough goes in, and is counted as any other.
      while (this.#isBehind && this.#now() - first.since < LONGEST_LINE_MS) await pause(LOOK_MS);
      const now = this.#now();
      this.#due = Math.max(this.#due, now) + gapMs;
      this.#begun.push(now);
      this.#line.shift();
      first.go();
    }
    this.#moves = false;
  }

  get #isBehind(): boolean {
    return this.#options.longestWaitMs() > BEHIND_MS;
  }
}
