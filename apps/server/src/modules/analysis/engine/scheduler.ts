// SPDX-License-Identifier: Apache-2.0
import { EventEmitter } from 'node:events';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { eventWithin } from '../event-within.ts';
import { laneOf } from './lanes.ts';

/** Wait after a step that threw, ms; doubled each time up to the longest. */
const RETRY_MS = { first: 250, longest: 5_000 } as const;

const URGENT = 1;

/** Does one piece of a measurement's work; resolves to whether there may be more. */
export type Step = (measurementId: string) => Promise<boolean>;

export interface SchedulerOptions {
  readonly step: Step;
  /** Threads; each has its own queue of measurements. */
  readonly lanes: number;
  /** Measurements per thread in progress at once: while one is analysed, others are stored. */
  readonly perLane: number;
  readonly log: Logger;
}

/**
 * Schedules the analysis: the work of each measurement in order, one piece per turn, several measurements at once.
 * Those whose last chunk has arrived come first.
 * Holds ids only: the work itself is in the store, so nothing is lost with the process.
 */
export class Scheduler {
  readonly #step: Step;
  readonly #queues: readonly PQueue[];
  readonly #log: Logger;
  readonly #turns = new EventEmitter();
  /** When the wait of each measurement began, ms: once, however often it is announced. */
  readonly #waiting = new Map<string, number>();
  /** Measurements whose last chunk has arrived: people wait for their results. */
  readonly #urgent = new Set<string>();
  readonly #running = new Set<string>();
  readonly #failures = new Map<string, number>();
  readonly #retries = new Set<NodeJS.Timeout>();
  #stopped = false;

  constructor({ step, lanes, perLane, log }: SchedulerOptions) {
    this.#step = step;
    this.#queues = Array.from({ length: lanes }, () => new PQueue({ concurrency: perLane }));
    this.#log = log;
  }

  /** Measurements that wait for a turn. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** The longest current wait, ms. */
  get longestWaitMs(): number {
    let first = Infinity;
    for (const since of this.#waiting.values()) first = Math.min(first, since);
    return first === Infinity ? 0 : performance.now() - first;
  }

  /** Resolves when the next turn begins, or after `withinMs` at the latest. */
  readonly taken = (withinMs: number): Promise<void> => eventWithin(this.#turns, 'taken', withinMs);

  /** Announces work of a measurement. @param isUrgent whether its last chunk has arrived. */
  announce(measurementId: string, isUrgent = false): void {
    if (this.#stopped) return;
    if (isUrgent) this.#urge(measurementId);
    if (this.#waiting.has(measurementId)) return;
    this.#waiting.set(measurementId, performance.now());
    // During a turn, the end of the turn queues it: each measurement has one place.
    if (!this.#running.has(measurementId)) this.#enqueue(measurementId);
  }

  #urge(id: string): void {
    this.#urgent.add(id);
    if (this.#waiting.has(id) && !this.#running.has(id)) {
      this.#queueOf(id)?.setPriority(id, URGENT);
    }
  }

  #queueOf(id: string): PQueue | undefined {
    return this.#queues[laneOf(id, this.#queues.length)];
  }

  #enqueue(id: string): void {
    const priority = this.#urgent.has(id) ? URGENT : 0;
    void this.#queueOf(id)?.add(() => this.#take(id), { id, priority });
  }

  async #take(id: string): Promise<void> {
    this.#waiting.delete(id);
    this.#running.add(id);
    this.#turns.emit('taken');
    try {
      const hasMore = await this.#step(id);
      this.#failures.delete(id);
      if (hasMore) this.announce(id);
      else this.#urgent.delete(id);
    } catch (error) {
      this.#log.error(
        { err: error, measurement: id },
        'analysis is interrupted and will be retried',
      );
      this.#retryLater(id);
    }
    this.#running.delete(id);
    if (this.#waiting.has(id)) this.#enqueue(id);
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

  /** Starts no more work and resolves when running work has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#retries) clearTimeout(timer);
    this.#waiting.clear();
    for (const queue of this.#queues) queue.clear();
    await Promise.all(this.#queues.map((queue) => queue.onIdle()));
  }
}
