// SPDX-License-Identifier: Apache-2.0
import type { ResultMessage } from '@perfuse/contract/results/message';

export type ResultListener = (message: ResultMessage) => void;

interface Subject {
  readonly listeners: Set<ResultListener>;
  /** Ids of the results published since the first listener. */
  readonly published: Set<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** Publishes each result once to the subscribers of its measurement in this process. */
export class ResultHub {
  readonly #subjects = new Map<string, Subject>();

  /** @returns the function that ends the subscription. */
  subscribe(measurementId: string, listener: ResultListener): () => void {
    const subject = this.#subjects.get(measurementId) ?? {
      listeners: new Set(),
      published: new Set(),
    };
    this.#subjects.set(measurementId, subject);
    subject.listeners.add(listener);
    return () => {
      subject.listeners.delete(listener);
      if (subject.listeners.size === 0 && this.#subjects.get(measurementId) === subject) {
        this.#subjects.delete(measurementId);
      }
    };
  }

  /** Measurements with a listener. */
  get subjects(): readonly string[] {
    return [...this.#subjects.keys()];
  }

  has(measurementId: string): boolean {
    return this.#subjects.has(measurementId);
  }

  /** Ids of results that need not be published again. */
  published(measurementId: string): ReadonlySet<string> {
    return this.#subjects.get(measurementId)?.published ?? NONE;
  }

  publish(message: ResultMessage): void {
    const subject = this.#subjects.get(message.MeasurementID);
    if (subject === undefined || subject.published.has(message.MeasurementResultID)) return;
    subject.published.add(message.MeasurementResultID);
    for (const listener of [...subject.listeners]) listener(message);
  }
}
