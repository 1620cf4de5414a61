// SPDX-License-Identifier: Apache-2.0
import type { Logger } from 'pino';

/** Wait after a step that threw, ms; doubled each time up to the longest. */
const RETRY_MS = { first: 250, longest: 5_000 } as const;

/** Does one piece of a measurement's work; resolves to whether there was any. */
export type Step = (measurementId: string) => Promise<boolean>;

/**
 * Decides whose turn it is: the work of one measurement in order, one piece a turn, several measurements at once.
 * It holds ids only. The work itself waits in the store, so nothing is lost with the process.
 */
export class Scheduler {
  readonly #step: Step;
  readonly #concurrency: number;
  readonly #log: Logger;
  /** Since when each waits: once, however often it is announced. */
  readonly #waiting = new Map<string, number>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #failures = new Map<string, number>();
  readonly #retries = new Set<NodeJS.Timeout>();
  #stopped = false;

  constructor(step: Step, concurrency: number, log: Logger) {
    this.#step = step;
    this.#concurrency = concurrency;
    this.#log = log;
  }

  /** Measurements that wait for a turn. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** How long the one has waited that waits longest, ms. */
  get longestWaitMs(): number {
    let first = Infinity;
    for (const since of this.#waiting.values()) first = Math.min(first, since);
    return first === Infinity ? 0 : performance.now() - first;
  }

  /** Says that a measurement has work. */
  announce(measurementId: string): void {
    if (this.#stopped) return;
    this.#enqueue(measurementId);
    this.#fill();
  }

  #enqueue(id: string): void {
    if (!this.#waiting.has(id)) this.#waiting.set(id, performance.now());
  }

  #fill(): void {
    for (const id of this.#waiting.keys()) {
      if (this.#stopped || this.#running.size >= this.#concurrency) return;
      if (this.#running.has(id)) continue;
      this.#waiting.delete(id);
      const turn = this.#take(id).finally(() => {
        this.#running.delete(id);
        this.#fill();
      });
      this.#running.set(id, turn);
    }
  }

  async #take(id: string): Promise<void> {
    try {
      const worked = await this.#step(id);
      this.#failures.delete(id);
      if (worked) this.#enqueue(id);
    } catch (error) {
      this.#log.error({ err: error, measurement: id }, 'analysis is held up');
      this.#retryLater(id);
    }
  }

  #retryLater(id: string): void {
    if (this.#stopped) return;
    const failures = this.#failures.get(id) ?? 0;
    this.#failures.set(id, failures + 1);
    const wait = Math.min(RETRY_MS.first * 2 ** failures, RETRY_MS.longest);
    const timer = setTimeout(() => {
      this.#retries.delete(timer);
      this.announce(id);
    }, wait);
    this.#retries.add(timer);
  }

  /** Begins nothing more and resolves when what runs has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#retries) clearTimeout(timer);
    this.#waiting.clear();
    await Promise.all(this.#running.values());
  }
}
