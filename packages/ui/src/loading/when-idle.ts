// SPDX-License-Identifier: Apache-2.0
/** Resolves when the browser is idle, at the latest after 2 s. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis)
      requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, 300);
  });
