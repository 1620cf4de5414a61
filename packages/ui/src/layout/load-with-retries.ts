// SPDX-License-Identifier: Apache-2.0

/**
 * Loads code, again after a pause while that fails, as without a network: `React.lazy` would keep the failure for ever.
 * @param tries without an end by default. @throws what the last try threw.
 */
export async function loadWithRetries<T>(
  load: () => Promise<T>,
  pauseMs: number,
  tries = Infinity,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await load();
    } catch (cause) {
      if (tried >= tries) throw cause;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
