// SPDX-License-Identifier: Apache-2.0
import type { ResultMessage } from '@perfuse/contract/results/message';
import type { ResultRepository } from '../../measurements/index.ts';
import type { ResultHub } from '../delivery/result-hub.ts';
import { toResultMessage } from '../delivery/result-message.ts';

/** Sends one result under the request id the subscriber named. */
export type SendResult = (requestId: string, message: ResultMessage) => void;

/** The result subscriptions of one socket. */
export class Subscriptions {
  readonly #results: ResultRepository;
  readonly #hub: ResultHub;
  readonly #send: SendResult;
  /** Ends the subscription to each measurement. */
  readonly #endings = new Map<string, () => void>();

  constructor(results: ResultRepository, hub: ResultHub, send: SendResult) {
    this.#results = results;
    this.#hub = hub;
    this.#send = send;
  }

  get size(): number {
    return this.#endings.size;
  }

  has(measurementId: string): boolean {
    return this.#endings.has(measurementId);
  }

  get measurements(): readonly string[] {
    return [...this.#endings.keys()];
  }

  /** Ends the subscription to a measurement without further results, which frees its place. */
  end(measurementId: string): void {
    this.#endings.get(measurementId)?.();
    this.#endings.delete(measurementId);
  }

  /**
   * Subscribes to a measurement; a second subscription to the same one replaces the first. Results that exist already
   * are sent at once, then the new ones as they come, each once and in order.
   * @param acknowledge called before the first result is sent.
   */
  async add(measurementId: string, requestId: string, acknowledge: () => void): Promise<void> {
    this.#endings.get(measurementId)?.();
    const sent = new Set<string>();
    const sendOnce = (message: ResultMessage): void => {
      if (sent.has(message.MeasurementResultID)) return;
      sent.add(message.MeasurementResultID);
      this.#send(requestId, message);
    };
    // Listening begins before the stored results are read, so that none is missed.
    const early: ResultMessage[] = [];
    let deliver = (message: ResultMessage): void => void early.push(message);
    const end = this.#hub.subscribe(measurementId, (message) => deliver(message));
    this.#endings.set(measurementId, end);
    const stored = await this.#results.list(measurementId);
    acknowledge();
    for (const row of stored) sendOnce(toResultMessage({ ...row, measurementId }));
    for (const message of early) sendOnce(message);
    deliver = sendOnce;
  }

  endAll(): void {
    for (const end of this.#endings.values()) end();
    this.#endings.clear();
  }
}
