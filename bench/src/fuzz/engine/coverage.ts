// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { Session, type Profiler } from 'node:inspector';

/**
 * Code of one script that has run, as V8's profiler counts it, by character of the source. A read takes some
 * milliseconds. Collection runs until {@link Coverage.stop}.
 */
export class Coverage {
  readonly #session = new Session();
  readonly #script: string;
  readonly #length: number;

  /** @param script URL of a file. */
  constructor(script: string) {
    this.#script = script;
    this.#length = readFileSync(new URL(script), 'utf8').length;
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** A record in which nothing has run. */
  readonly empty = (): Uint8Array => new Uint8Array(this.#length);

  /** Code that ran since the last call: 1 for each character. */
  take(): Uint8Array {
    const ran = this.empty();
    const paint = (error: Error | null, answer: Profiler.TakePreciseCoverageReturnType): void => {
      if (error !== null) throw error;
      const { functions = [] } = answer.result.find(({ url }) => url === this.#script) ?? {};
      // An inner range follows the one that contains it.
      for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges)) {
        ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
      }
    };
    // In a session with the same thread, the callback runs before the call returns.
    this.#session.post('Profiler.takePreciseCoverage', paint);
    return ran;
  }

  stop(): void {
    this.#session.disconnect();
  }
}

/** Adds new coverage to a record. @returns the number of characters added. */
export function addCoverage(record: Uint8Array, ran: Uint8Array): number {
  let added = 0;
  for (let at = 0; at < ran.length; at += 1) {
    if (ran[at] === 0 || record[at] === 1) continue;
    record[at] = 1;
    added += 1;
  }
  return added;
}
