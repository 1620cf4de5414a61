// SPDX-License-Identifier: Apache-2.0
/**
 * Scrolls what has the focus clear of `cover`, which has just come over the page: a browser does it by itself
 * (`scroll-padding` in base.css) only for what takes the focus afterwards.
 */
export function keepFocusVisible(cover: HTMLElement): void {
  const focused = document.activeElement;
  if (focused === null || focused === document.body || cover.contains(focused)) return;
  const box = focused.getBoundingClientRect();
  const top = cover.getBoundingClientRect().top;
  // A person who has scrolled elsewhere stays there.
  if (box.bottom > top && box.top < window.innerHeight)
    focused.scrollIntoView({ block: 'nearest' });
}
