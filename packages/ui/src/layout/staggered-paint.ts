// SPDX-License-Identifier: Apache-2.0
const WAITING = 'data-staggered-paint';
/**
 * Delay before a part below the fold, ms: the previous part is rasterised meanwhile, on processors that the page also
 * needs.
 */
const REST_MS = 60;
let isRunning = false;

/** The first waiting part in document order: a part comes before the parts inside it. */
const first = (): Element | null => document.querySelector(`[${WAITING}]`);

const isBelowFold = (part: Element): boolean =>
  part.getBoundingClientRect().top >= window.innerHeight;

/** Keeps a keyboard focus after `part` in view: a browser anchors only content at the top. */
function keepFocusBelow(part: Element): void {
  const focused = document.querySelector(':focus-visible');
  if (focused === null) return;
  const isBelow = part.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (isBelow) focused.scrollIntoView({ block: 'nearest' });
}

function show(): void {
  const part = first();
  part?.removeAttribute(WAITING);
  if (part !== null) keepFocusBelow(part);
  if (first() !== null) next();
  else stop();
}

/** Waiting parts can be neither focused nor found, and would push a focused element away. */
const showAll = (): void =>
  document.querySelectorAll(`[${WAITING}]`).forEach((part) => part.removeAttribute(WAITING));

function start(): void {
  isRunning = true;
  window.addEventListener('keydown', showAll, true);
  next();
}

function stop(): void {
  isRunning = false;
  window.removeEventListener('keydown', showAll, true);
}

/** Continues after the next frame is painted, when the positions of the parts are known. */
function next(): void {
  requestAnimationFrame(() =>
    setTimeout(() => {
      const part = first();
      if (part !== null && isBelowFold(part)) setTimeout(show, REST_MS);
      else show();
    }),
  );
}

/**
 * A ref for the parts of a long page: each is styled, laid out and painted in a frame of its own, the first one after
 * the page itself, those below the fold at intervals. All at once they would block a slow computer for half a second.
 * They are in the document from the beginning; a part that waits is an empty box (`base.css`). The first key press
 * shows them all.
 */
export function staggeredPaint(element: HTMLElement | null): void {
  element?.setAttribute(WAITING, '');
  if (element !== null && !isRunning) start();
}
