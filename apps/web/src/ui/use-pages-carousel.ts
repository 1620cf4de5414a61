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

/** Makes an element as high as its page `index`: pages differ, and the highest would leave the others hollow. */
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
    // A new width may leave the carousel elsewhere; the tabs say where it belongs.
    const restore = (): void => carousel.scrollTo(latest.current.index, true);
    carousel.on('select', report).on('reInit', restore);
    return () => {
      carousel.off('select', report).off('reInit', restore);
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
