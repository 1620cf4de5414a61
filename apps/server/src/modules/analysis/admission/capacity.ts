// SPDX-License-Identifier: Apache-2.0
import { MEASUREMENT } from '@perfuse/contract/limits';

/** Time from one chunk of a measurement to the next, ms. */
export const CHUNK_MS = 1000 * MEASUREMENT.chunkS;
/**
 * Share of the time that running measurements may take: the rest is for chunks that arrive together, and for newcomers.
 */
const SHARE = 0.7;
/** While less than this is in use, its cost says little about what more people would cost. */
const IDLE_SHARE = 0.25;
/** So few may always measure: they are not what makes the server slow. */
const FEW_PEOPLE = 40;
/**
 * People per core until there is something to measure. One core carried 100 on a busy machine (2026-11-22) and 320 on an
 * idle one (2026-11-26; docs/performance.md, Load).
 */
const FIRST_PER_CORE = 100;
/** Half-life of what is measured, ms, and in chunks. */
const HALF_LIFE_MS = 5_000;
const HALF_LIFE_CHUNKS = 100;
/** Least number of chunks to measure their cost. */
const FEW_CHUNKS = 20;
/** Chunks that wait this long, for so many samples in a row, mean too many people, whatever the cost measured, ms. */
const TOO_LONG_MS = 350;
const LASTING_SAMPLES = 2;
/** The same where the operator sets the limit: as long as the next chunk takes to film, ms. */
const MUCH_TOO_LONG_MS = CHUNK_MS;
/** After that, no measurement is admitted for the pause, and the limit does not grow for the second time, ms. */
const PAUSE_MS = 2_000;
const HOLD_MS = 30_000;
/** Limit after that, as a share of the people at the time. */
const STEP_BACK = 0.8;
/** When that time is over, the limit grows by this share per second. */
const GROWTH_PER_S = 0.005;

/** What a server did in an interval. */
export interface LoadSample {
  /** Length of the interval, ms. */
  readonly elapsedMs: number;
  /** Use of the busiest resource: processors, the event loop or the analysis threads; 0..1. */
  readonly inUse: number;
  /** Chunks received. */
  readonly chunks: number;
  /** Longest current wait of a chunk, or delay of the event loop, whichever is longer, ms. */
  readonly longestWaitMs: number;
  /** Measurements that run or are about to start. */
  readonly people: number;
}

export interface CapacityOptions {
  readonly cores: number;
  /** The operator's limit, which replaces the measured one. */
  readonly most?: number;
}

/**
 * How many may measure at once, by the cost of those who do: the share of the time that a person takes, measured over
 * the last chunks, may add up to a limit. Chunks that have to wait show that something else is short, such as the disk:
 * then no measurement is admitted, and later fewer than before; that limit grows slowly.
 */
export class Capacity {
  readonly #given: number | undefined;
  readonly #first: number;
  /** Over the last chunks: time in use, and time of the people who sent them, ms. */
  #usedMs = 0;
  #personMs = 0;
  /** Use over the last seconds, 0..1. */
  #inUse = 0;
  /** Limit learnt from chunks that had to wait. */
  #ceiling = Infinity;
  #sinceTooLongMs = Infinity;
  #samplesTooLong = 0;

  constructor({ cores, most }: CapacityOptions) {
    this.#given = most;
    this.#first = FIRST_PER_CORE * cores;
  }

  /** Most measurements at once. */
  get most(): number {
    if (this.#given !== undefined) return this.#given;
    return Math.max(FEW_PEOPLE, Math.floor(Math.min(this.#measured, this.#ceiling)));
  }

  /** Whether one more may begin. @param people measurements that run or are about to start. */
  hasRoom(people: number): boolean {
    if (people >= this.most) return false;
    return people < FEW_PEOPLE || !this.#isPausing;
  }

  /** Whether chunks had to wait recently. */
  get #isPausing(): boolean {
    return this.#sinceTooLongMs < PAUSE_MS;
  }

  get #measured(): number {
    const isMeasured = this.#personMs >= FEW_CHUNKS * CHUNK_MS && this.#usedMs > 0;
    const carried = isMeasured ? (SHARE * this.#personMs) / this.#usedMs : 0;
    return this.#inUse < IDLE_SHARE ? Math.max(this.#first, carried) : carried || this.#first;
  }

  observe({ elapsedMs, inUse, chunks, longestWaitMs, people }: LoadSample): void {
    if (chunks > 0) {
      const kept = 0.5 ** (chunks / HALF_LIFE_CHUNKS);
      this.#usedMs = kept * this.#usedMs + inUse * elapsedMs;
      this.#personMs = kept * this.#personMs + chunks * CHUNK_MS;
    }
    const lasting = 0.5 ** (elapsedMs / HALF_LIFE_MS);
    this.#inUse = lasting * this.#inUse + (1 - lasting) * inUse;
    const tooLongMs = this.#given === undefined ? TOO_LONG_MS : MUCH_TOO_LONG_MS;
    this.#samplesTooLong = longestWaitMs > tooLongMs ? this.#samplesTooLong + 1 : 0;
    if (this.#samplesTooLong >= LASTING_SAMPLES) {
      // Once per overload: those admitted stay, and further waits of theirs say nothing new.
      if (!this.#isPausing) this.#ceiling = STEP_BACK * Math.min(people, this.most);
      this.#sinceTooLongMs = 0;
      return;
    }
    this.#sinceTooLongMs += elapsedMs;
    if (this.#sinceTooLongMs < HOLD_MS) return;
    this.#ceiling *= 1 + (GROWTH_PER_S * elapsedMs) / 1000;
    if (this.#ceiling >= this.#measured) this.#ceiling = Infinity;
  }
}
