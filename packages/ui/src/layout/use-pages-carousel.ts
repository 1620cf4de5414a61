// SPDX-License-Identifier: Apache-2.0
import useEmblaCarousel from 'embla-carousel-react';
import { useEffect, useRef, type RefObject } from 'react';

/** Shortest distance of a swipe, px (specification, section 2). */
const SWIPE_TOLERANCE = 20;

const wantsLessMotion = (): boolean =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Scrolls a tab to the middle of a row that is wider than the window, without scrolling the page. */
function centreTab(list: HTMLElement | null, index: number): void {
  const tab = list?.querySelectorAll<HTMLElement>('[role="tab"]')[index];
  if (list === null || tab === undefined) return;
  const left = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  list.scrollTo({ left, behavior: wantsLessMotion() ? 'auto' : 'smooth' });
}

/** Sets an element's height to that of its page `index`: the highest page would leave empty space below the others. */
function fitHeight(viewport: HTMLElement, index: number): () => void {
  const page = viewport.firstElementChild?.children[index];
  if (!(page instanceof HTMLElement)) return () => undefined;
  const fit = (): void => {
    viewport.style.blockSize = `${String(page.offsetHeight)}px`;
  };
  fit();
  const observer = new ResizeObserver(fit);
  observer.observe(page);
  return () => observer.disconnect();
}

interface Drag {
  /** Horizontal distance, px: negative to the left; 0 for a drag that started vertically, which scrolls the page. */
  readonly travel: () => number;
  readonly stop: () => void;
}

/** Tracks the latest drag, by the first of several fingers. */
function followDrag(root: HTMLElement): Drag {
  const { ownerDocument } = root;
  let from = { x: 0, y: 0 };
  let travel = 0;
  let isSideways: boolean | null = null;
  const down = ({ clientX, clientY, isPrimary }: PointerEvent): void => {
    if (!isPrimary) return;
    from = { x: clientX, y: clientY };
    travel = 0;
    isSideways = null;
  };
  const move = ({ clientX, clientY, isPrimary }: PointerEvent): void => {
    if (!isPrimary) return;
    const x = clientX - from.x;
    // As in the carousel, the first move decides.
    isSideways ??= Math.abs(x) > Math.abs(clientY - from.y);
    if (isSideways) travel = x;
  };
  root.addEventListener('pointerdown', down);
  ownerDocument.addEventListener('pointermove', move);
  return {
    travel: () => travel,
    stop: () => {
      root.removeEventListener('pointerdown', down);
      ownerDocument.removeEventListener('pointermove', move);
    },
  };
}

export interface PagesCarousel {
  readonly viewport: (element: HTMLElement | null) => void;
  readonly tabs: RefObject<HTMLDivElement | null>;
}

/**
 * Keeps a carousel at page `index`, and reports swipes.
 * @param onSwipe called with the index of the page that a swipe ended on.
 */
export function usePagesCarousel(index: number, onSwipe: (index: number) => void): PagesCarousel {
  const [viewport, carousel] = useEmblaCarousel({
    dragThreshold: SWIPE_TOLERANCE,
    startIndex: index,
    containScroll: false,
  });
  const tabs = useRef<HTMLDivElement>(null);
  const latest = useRef({ index, onSwipe });
  useEffect(() => {
    latest.current = { index, onSwipe };
  });

  useEffect(() => {
    if (carousel === undefined) return undefined;
    const report = (): void => {
      const at = carousel.selectedScrollSnap();
      if (at === latest.current.index) return;
      if (wantsLessMotion()) carousel.scrollTo(at, true);
      latest.current.onSwipe(at);
    };
    // A new width may leave the carousel at another page; the selected tab decides.
    const restore = (): void => carousel.scrollTo(latest.current.index, true);
    // By default the carousel turns on a flick, however short, and on a held drag of half a page; here the distance
    // decides.
    const drag = followDrag(carousel.rootNode());
    let before: number | null = null;
    const begin = (): void => void (before = carousel.selectedScrollSnap());
    const end = (): void => {
      if (before === null) return;
      const travel = drag.travel();
      const turn = Math.abs(travel) > SWIPE_TOLERANCE ? -Math.sign(travel) : 0;
      const last = carousel.scrollSnapList().length - 1;
      carousel.scrollTo(Math.min(last, Math.max(0, before + turn)));
      before = null;
    };
    carousel.on('select', report).on('reInit', restore);
    carousel.on('pointerDown', begin).on('pointerUp', end);
    return () => {
      drag.stop();
      carousel.off('select', report).off('reInit', restore);
      carousel.off('pointerDown', begin).off('pointerUp', end);
    };
  }, [carousel]);

  useEffect(() => {
    centreTab(tabs.current, index);
    if (carousel === undefined) return undefined;
    if (carousel.selectedScrollSnap() !== index) carousel.scrollTo(index, wantsLessMotion());
    return fitHeight(carousel.rootNode(), index);
  }, [carousel, index]);

  return { viewport, tabs };
}
