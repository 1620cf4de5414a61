// SPDX-License-Identifier: Apache-2.0
/** The browser APIs that are used. Older browsers have no wake locks. */
export interface AwakeDeps {
  readonly wakeLock: Pick<WakeLock, 'request'> | undefined;
  readonly page: Pick<Document, 'hidden' | 'addEventListener'> & {
    /** Chromium's; used to avoid its console warning where the embedding page does not allow the lock. */
    readonly featurePolicy?: { readonly allowsFeature: (feature: string) => boolean };
  };
}

/** Keeps the screen on as far as the browser allows. @returns a function that ends this. */
export function keepAwake({ wakeLock, page }: AwakeDeps): () => void {
  const over = new AbortController();
  const hold = async (): Promise<void> => {
    if (page.hidden || page.featurePolicy?.allowsFeature('screen-wake-lock') === false) return;
    const lock = await wakeLock?.request('screen');
    if (over.signal.aborted) await lock?.release();
    else over.signal.addEventListener('abort', () => void lock?.release().catch(() => undefined));
  };
  // Refused on low battery or in a frame without permission: the screen then turns off as usual.
  const tryToHold = (): void => void hold().catch(() => undefined);
  tryToHold();
  // The browser releases the lock when the page is hidden.
  page.addEventListener('visibilitychange', tryToHold, { signal: over.signal });
  return () => over.abort();
}
