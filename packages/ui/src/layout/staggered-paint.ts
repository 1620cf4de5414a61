// SPDX-License-Identifier: Apache-2.0
const WAITING = 'data-staggered-paint';
/** Before a part that is out of view, ms: what was drawn is rasterised meanwhile, on processors that the page needs too. */
const REST_MS = 60;
let isRunning = false;

/** In the order of the document, a part before what is inside it. */
const first = (): Element | null => document.querySelector(`[${WAITING}]`);

const isBelowFold = (part: Element): boolean =>
  part.getBoundingClientRect().top >= window.innerHeight;

/** Who has gone on by a key to what comes after `part` keeps it in sight: a browser holds only what is at the top. */
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

/** What waits can be neither reached by a key nor found, and would push away what a key leads to. */
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

/** After the next frame has been painted: the places of the parts are known then. */
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
 * the page itself, those below the fold at intervals. All at once they would hold a slow computer up for half a second.
 * They are in the document from the beginning; until its turn a part is an empty box (`base.css`). Whoever
 * presses a key gets all at once.
 */
export function staggeredPaint(element: HTMLElement | null): void {
  element?.setAttribute(WAITING, '');
  if (element !== null && !isRunning) start();
}
