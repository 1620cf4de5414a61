// SPDX-License-Identifier: Apache-2.0
/** A page in the background paints nothing: the app does not wait for it. */
const PAINT_LIMIT_MS = 300;

/** Ends the running task, so that the browser can answer the person and paint. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** @returns once the page has been painted as it is now; at once where nobody sees it. */
export async function afterPaint({ visibilityState }: Pick<Document, 'visibilityState'>) {
  if (visibilityState === 'hidden') return;
  await Promise.race([
    new Promise((resolve) => requestAnimationFrame(resolve)),
    new Promise((resolve) => setTimeout(resolve, PAINT_LIMIT_MS)),
  ]);
  await nextTask();
}
