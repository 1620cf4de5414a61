// SPDX-License-Identifier: Apache-2.0
import type { ResultMessage } from '@perfuse/contract/results/message';

export type ResultListener = (message: ResultMessage) => void;

/** Hands the results of this process to whoever subscribed to their measurement. */
export class ResultHub {
  readonly #listeners = new Map<string, Set<ResultListener>>();

  /** @returns the function that ends the subscription. */
  subscribe(measurementId: string, listener: ResultListener): () => void {
    const listeners = this.#listeners.get(measurementId) ?? new Set();
    this.#listeners.set(measurementId, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(measurementId) === listeners) {
        this.#listeners.delete(measurementId);
      }
    };
  }

  publish(message: ResultMessage): void {
    for (const listener of [...(this.#listeners.get(message.MeasurementID) ?? [])]) {
      listener(message);
    }
  }
}
