// SPDX-License-Identifier: Apache-2.0
/** The parts of a browser that are used. Older ones have no locks. */
export interface AwakeDeps {
  readonly wakeLock: Pick<WakeLock, 'request'> | undefined;
  readonly page: Pick<Document, 'hidden' | 'addEventListener'> & {
    /** Chromium's; it complains of a lock that the page around a frame does not allow. */
    readonly featurePolicy?: { readonly allowsFeature: (feature: string) => boolean };
  };
}

/** Keeps the screen on, as far as the browser lets it. @returns ends that. */
export function keepAwake({ wakeLock, page }: AwakeDeps): () => void {
  const over = new AbortController();
  const hold = async (): Promise<void> => {
    if (page.hidden || page.featurePolicy?.allowsFeature('screen-wake-lock') === false) return;
    const lock = await wakeLock?.request('screen');
    if (over.signal.aborted) await lock?.release();
    else over.signal.addEventListener('abort', () => void lock?.release().catch(() => undefined));
  };
  // A battery that runs low, or a frame that may not: the screen goes dark when it would.
  const tryToHold = (): void => void hold().catch(() => undefined);
  tryToHold();
  // The browser takes the lock away with the page.
  page.addEventListener('visibilitychange', tryToHold, { signal: over.signal });
  return () => over.abort();
}
