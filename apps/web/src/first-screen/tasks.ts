// SPDX-License-Identifier: Apache-2.0
/** Limit for waiting for a paint, ms: a page in the background does not paint. */
const PAINT_LIMIT_MS = 300;

/** Ends the running task, so that the browser can respond to the person and paint. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** @returns once the current page has been painted; at once where it is hidden. */
export async function afterPaint({ visibilityState }: Pick<Document, 'visibilityState'>) {
  if (visibilityState === 'hidden') return;
  await Promise.race([
    new Promise((resolve) => requestAnimationFrame(resolve)),
    new Promise((resolve) => setTimeout(resolve, PAINT_LIMIT_MS)),
  ]);
  await nextTask();
}
