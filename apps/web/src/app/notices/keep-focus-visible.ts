// SPDX-License-Identifier: Apache-2.0
/**
 * Scrolls the focused element clear of `cover`, which has just appeared over the page: the browser does so by itself
 * (`scroll-padding` in base.css) only for elements focused afterwards.
 */
export function keepFocusVisible(cover: HTMLElement): void {
  const focused = document.activeElement;
  if (focused === null || focused === document.body || cover.contains(focused)) return;
  const box = focused.getBoundingClientRect();
  const top = cover.getBoundingClientRect().top;
  // If the person has scrolled elsewhere, the page stays there.
  if (box.bottom > top && box.top < window.innerHeight)
    focused.scrollIntoView({ block: 'nearest' });
}
