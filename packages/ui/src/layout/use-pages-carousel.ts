// SPDX-License-Identifier: Apache-2.0
import useEmblaCarousel from 'embla-carousel-react';
import { useEffect, useRef, type RefObject } from 'react';

/** How far a finger must go for a swipe, px (specification, section 2). */
const SWIPE_TOLERANCE = 20;

const wantsLessMotion = (): boolean =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Brings a tab into the middle of a row that is wider than the window, without scrolling the page. */
function centreTab(list: HTMLElement | null, index: number): void {
  const tab = list?.querySelectorAll<HTMLElement>('[role="tab"]')[index];
  if (list === null || tab === undefined) return;
  const left = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  list.scrollTo({ left, behavior: wantsLessMotion() ? 'auto' : 'smooth' });
}

/** Makes an element as high as its page `index`: pages differ, and the highest would leave empty space below the others. */
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

/** How far the finger has gone since it came down, px. */
function fingerTravel(root: HTMLElement): { readonly distance: () => number; stop: () => void } {
  let from = 0;
  let to = 0;
  const down = ({ clientX }: PointerEvent): void => {
    from = clientX;
    to = clientX;
  };
  const move = ({ clientX }: PointerEvent): void => void (to = clientX);
  root.addEventListener('pointerdown', down);
  root.addEventListener('pointermove', move);
  return {
    distance: () => Math.abs(to - from),
    stop: () => {
      root.removeEventListener('pointerdown', down);
      root.removeEventListener('pointermove', move);
    },
  };
}

export interface PagesCarousel {
  readonly viewport: (element: HTMLElement | null) => void;
  readonly tabs: RefObject<HTMLDivElement | null>;
}

/**
 * Keeps a carousel at page `index`, and reports where a swipe leads.
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
    // A new width may leave the carousel at another page; the tabs say which one is right.
    const restore = (): void => carousel.scrollTo(latest.current.index, true);
    // A quick short flick would turn the page too; within the tolerance it is a slip of the finger.
    const travel = fingerTravel(carousel.rootNode());
    let before = carousel.selectedScrollSnap();
    const begin = (): void => void (before = carousel.selectedScrollSnap());
    const end = (): void => {
      if (travel.distance() < SWIPE_TOLERANCE) carousel.scrollTo(before);
    };
    carousel.on('select', report).on('reInit', restore);
    carousel.on('pointerDown', begin).on('pointerUp', end);
    return () => {
      travel.stop();
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
