// SPDX-License-Identifier: Apache-2.0
import { ServiceError } from '../../http/service-error.ts';
import { pause } from './pausing.ts';

/** Time from one chunk of a measurement to the next, ms. */
const CHUNK_MS = 5_000;
/** Widest gap between two who begin, ms: about what a slow core needs for one chunk. */
const WIDEST_MS = 100;
/** So many may begin at once after a pause. */
const AT_ONCE = 4;
/** Nobody waits in line for longer than this, ms. */
const LONGEST_LINE_MS = 2_500;
/** While a stored chunk has waited this long for its analysis, whoever is first in line waits too, ms. */
const BEHIND_MS = 500;
/** Between two looks at that, ms. */
const LOOK_MS = 25;

export interface PaceOptions {
  /** Most measurements at once. */
  readonly most: number;
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
export class Pace {
  readonly #options: PaceOptions;
  readonly #now: () => number;
  readonly #gapMs: number;
  readonly #line: { readonly since: number; readonly go: () => void }[] = [];
  /** When the next one would begin if all began evenly, ms. */
  #due = -Infinity;
  #moves = false;

  constructor(options: PaceOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#gapMs = Math.min(WIDEST_MS, CHUNK_MS / options.most);
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
      const early = this.#due - (AT_ONCE - 1) * this.#gapMs - this.#now();
      if (early > 0) await pause(early);
      // Never for good: who has stood in line for long enough goes in, and is counted as any other.
      while (this.#isBehind && this.#now() - first.since < LONGEST_LINE_MS) await pause(LOOK_MS);
      this.#due = Math.max(this.#due, this.#now()) + this.#gapMs;
      this.#line.shift();
      first.go();
    }
    this.#moves = false;
  }

  get #isBehind(): boolean {
    return this.#options.longestWaitMs() > BEHIND_MS;
  }
}
