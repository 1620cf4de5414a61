// SPDX-License-Identifier: Apache-2.0
/** Waits for background work of a server. */
import { setTimeout as wait } from 'node:timers/promises';

/** Half of a test's own time limit, so that a wait fails with a message before its test times out. */
export const WAIT_MS = 60_000;
/** Shortest and longest pause between two attempts, ms. */
const [SHORTEST_MS, LONGEST_MS] = [5, 100];

/** Runs work. @returns its result, and how often the event loop turned meanwhile, to handle requests and signals. */
export async function countingTurns<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly turns: number }> {
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    return { result: await work(), turns };
  } finally {
    isOver = true;
  }
}

/** Polls until `find` returns a value. @throws Error naming `what` after {@link WAIT_MS}. */
export async function until<T>(
  find: () => T | undefined | Promise<T | undefined>,
  what = 'what the test waits for',
): Promise<T> {
  const deadline = performance.now() + WAIT_MS;
  for (let pause = SHORTEST_MS; ; pause = Math.min(pause * 1.5, LONGEST_MS)) {
    const found = await find();
    if (found !== undefined) return found;
    if (performance.now() > deadline) {
      throw new Error(`There was no sign of ${what} within ${String(WAIT_MS / 1000)} s.`);
    }
    await wait(pause);
  }
}
