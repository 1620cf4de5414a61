// SPDX-License-Identifier: Apache-2.0
import { MEASUREMENT } from '@perfuse/contract/limits';

/** Time from one chunk of a measurement to the next, ms. */
export const CHUNK_MS = 1000 * MEASUREMENT.chunkS;
/** Share of the time that running measurements may take: the rest is for chunks that come together, and for newcomers. */
const SHARE = 0.7;
/** While less than this is in use, what it is used for says little of what more people would cost. */
const IDLE_SHARE = 0.25;
/** So few may measure whatever the figures say: it is not they who make it slow. */
const FEW_PEOPLE = 40;
/** People for each core until there is something to measure: far from what a core carries (docs/performance.md, Load). */
const FIRST_PER_CORE = 100;
/** What is measured now counts twice as much as what was measured this long ago, ms, and so many chunks ago. */
const HALF_LIFE_MS = 5_000;
const HALF_LIFE_CHUNKS = 100;
/** Chunks that make a measurement of their cost. */
const FEW_CHUNKS = 20;
/** Chunks that wait this long, for so many samples one after the other: there are too many, whatever the figures say, ms. */
const TOO_LONG_MS = 350;
const LASTING_SAMPLES = 2;
/** The same where the operator says how many there may be: as long as the next chunk takes to film, ms. */
const MUCH_TOO_LONG_MS = CHUNK_MS;
/** Nobody new comes in for this long after that, and no more than were here for the time of some measurements, ms. */
const PAUSE_MS = 2_000;
const HOLD_MS = 30_000;
/** Of those who were here when there were too many, so many are let in again. */
const STEP_BACK = 0.8;
/** When that time is over, the limit grows by this share each second. */
const GROWTH_PER_S = 0.005;

/** What a server did in some time. */
export interface LoadSample {
  /** How long it took, ms. */
  readonly elapsedMs: number;
  /** Share of the time in use, of whatever is used most: processors, the event loop, the threads of the analysis; 0..1. */
  readonly inUse: number;
  /** Chunks that came. */
  readonly chunks: number;
  /** How long the chunk has waited that waits longest, or the event loop was late, ms. */
  readonly longestWaitMs: number;
  /** Measurements that run or are about to start. */
  readonly people: number;
}

export interface CapacityOptions {
  readonly cores: number;
  /** The operator's number, which takes the place of what is measured. */
  readonly most?: number;
}

/**
 * How many may measure at once, by what those who do cost: the share of the time that a person takes, measured over the
 * last chunks, may add up to a limit. Chunks that have to wait are a sign that something else is short, such as the disk:
 * then nobody new comes in, and later fewer than were here, growing again slowly.
 */
export class Capacity {
  readonly #given: number | undefined;
  readonly #first: number;
  /** Of the last chunks: time in use, and time of people who sent them, ms. */
  #usedMs = 0;
  #personMs = 0;
  /** Of the last seconds. */
  #inUse = 0;
  /** No more than this, learnt from chunks that had to wait. */
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

  /** Whether chunks have had to wait just now. */
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
      // Once for each time: those who are here stay, and more waiting of theirs says nothing new.
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
