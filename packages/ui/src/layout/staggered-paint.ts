// SPDX-License-Identifier: Apache-2.0
const WAITING = 'data-staggered-paint';
let isRunning = false;

/** After the next frame has been painted. */
function next(): void {
  requestAnimationFrame(() =>
    setTimeout(() => {
      // In the order of the document, a part before what is inside it.
      document.querySelector(`[${WAITING}]`)?.removeAttribute(WAITING);
      isRunning = document.querySelector(`[${WAITING}]`) !== null;
      if (isRunning) next();
    }),
  );
}

/**
 * A ref for the parts of a long page: each is styled, laid out and painted in a frame of its own, the first one after
 * the page itself. All at once they would hold a slow computer up for half a second. They are in the document from
 * the beginning; until its turn a part is an empty box (`base.css`).
 */
export function staggeredPaint(element: HTMLElement | null): void {
  element?.setAttribute(WAITING, '');
  if (element === null || isRunning) return;
  isRunning = true;
  next();
}
