// SPDX-License-Identifier: Apache-2.0
/** Waiting for what a server does in the background. */
import { setTimeout as wait } from 'node:timers/promises';

/** Half of a test's own limit: what never comes fails the test by its name, and no wait outlives its test. */
export const WAIT_MS = 60_000;
/** Between two looks: soon at first, then seldom enough to leave the machine to those who are waited for, ms. */
const [SOONEST, SELDOMEST] = [5, 100];

/** Asks again until there is something. @throws Error naming `what` when nothing came within {@link WAIT_MS}. */
export async function until<T>(
  find: () => Promise<T | undefined>,
  what = 'what the test waits for',
): Promise<T> {
  const deadline = performance.now() + WAIT_MS;
  for (let pause = SOONEST; ; pause = Math.min(pause * 1.5, SELDOMEST)) {
    const found = await find();
    if (found !== undefined) return found;
    if (performance.now() > deadline) {
      throw new Error(`There was no sign of ${what} within ${String(WAIT_MS / 1000)} s.`);
    }
    await wait(pause);
  }
}
