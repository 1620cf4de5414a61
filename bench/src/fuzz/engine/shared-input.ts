// SPDX-License-Identifier: Apache-2.0
/**
 * Memory that the fuzzing thread shares with its watchdog: the current input, so that it is known when the thread
 * hangs.
 */
import { MAX_BYTES } from './mutate.ts';

const HEAD = 8;

export class SharedInput {
  readonly buffer: SharedArrayBuffer;
  readonly #head: Int32Array;
  readonly #input: Uint8Array;

  constructor(buffer: SharedArrayBuffer = new SharedArrayBuffer(HEAD + MAX_BYTES)) {
    this.buffer = buffer;
    this.#head = new Int32Array(buffer, 0, 2);
    this.#input = new Uint8Array(buffer, HEAD);
  }

  begin(input: Uint8Array): void {
    this.#input.set(input.subarray(0, MAX_BYTES));
    Atomics.store(this.#head, 1, Math.min(input.length, MAX_BYTES));
    Atomics.add(this.#head, 0, 1);
  }

  /** Number of the run; it changes with every input. */
  run(): number {
    return Atomics.load(this.#head, 0);
  }

  input(): Uint8Array {
    return this.#input.slice(0, Atomics.load(this.#head, 1));
  }
}
