// SPDX-License-Identifier: Apache-2.0
import { fetchFailedStyles } from './failed-styles.ts';

/** The first pause, which doubles after every try, and the longest, ms. */
const PAUSE_MS = 1000;
const MAX_PAUSE_MS = 8000;

/** Resolves when the time has passed, or the browser is online again. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const over = AbortSignal.timeout(ms);
    over.addEventListener('abort', () => resolve());
    window.addEventListener('online', () => resolve(), { signal: over, once: true });
  });
}

/** Retries once: for content that somebody waits for and can request again. */
export const retryOnce = (failures: number): boolean => failures < 2;

/**
 * Retries with pauses while loading fails, as without a network.
 * @param mayTry whether to retry after so many failures; by default always. @throws the error of the last try.
 */
export async function loadWithRetries<T>(
  load: () => Promise<T>,
  mayTry: (failures: number) => boolean = () => true,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await load();
    } catch (cause) {
      if (!mayTry(failures)) throw cause;
    }
    await pause(Math.min(MAX_PAUSE_MS, PAUSE_MS * 2 ** (failures - 1)));
  }
}

/** Loads code with its styles: see {@link loadWithRetries}. */
export function loadCode<T>(
  load: () => Promise<T>,
  mayTry?: (failures: number) => boolean,
): Promise<T> {
  return loadWithRetries(async () => {
    const loaded = await load();
    await fetchFailedStyles();
    return loaded;
  }, mayTry);
}
