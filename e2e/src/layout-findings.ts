// SPDX-License-Identifier: Apache-2.0
/** Visible layout faults of a page: content wider than the window, text cut off or in slivers, text over text. */
import { z } from '@perfuse/contract/schema';
import type { Page } from '@perfuse/browser-harness';

/**
 * Runs in the page. Text is checked line by line as it is painted, except for inert pages, text for screen readers only
 * and text that a person can scroll to.
 */
export const LAYOUT_CHECK = `(() => {
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) found.push('wider than the window: ' + root.scrollWidth);
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const styleOf = (element) => getComputedStyle(element);
  const hides = (value) => value === 'hidden' || value === 'clip';
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const text = node.textContent.trim();
    const parent = node.parentElement;
    if (text === '' || parent === null || parent.closest('[inert],[hidden],script,style')) continue;
    const style = styleOf(parent);
    if (style.visibility === 'hidden' || style.clipPath === 'inset(50%)') continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()];
    // A word or two, a few letters per line: what stands beside it has taken the room.
    const widest = Math.max(...boxes.map((box) => box.width));
    if (boxes.length > 3 && widest > 2 && widest < 2.5 * parseFloat(style.fontSize)) found.push('in slivers: ' + text);
    for (const box of boxes) {
      if (box.width < 2 || box.height < 2) continue;
      const line = { text, left: box.left, right: box.right, top: box.top, bottom: box.bottom };
      let canScroll = false;
      for (let up = parent; up !== null && up !== root; up = up.parentElement) {
        const { overflowX, overflowY, clipPath, position } = styleOf(up);
        const edge = up.getBoundingClientRect();
        // What floats above the page, on a ground of its own, covers texts on purpose.
        if (position === 'fixed') line.floats = true;
        if (clipPath === 'inset(50%)' || (position === 'absolute' && edge.width <= 1)) { canScroll = true; line.unseen = true; break; }
        if (overflowX === 'auto' || overflowX === 'scroll') {
          canScroll = true;
          // Scrolled out of sight.
          if (line.top >= edge.bottom || line.bottom <= edge.top || line.left >= edge.right || line.right <= edge.left) { line.unseen = true; break; }
        }
        if (hides(overflowX) && !canScroll && (line.right > edge.right + 1.5 || line.left < edge.left - 1.5)) found.push('cut at the side: ' + text);
        if (hides(overflowY) && overflowX !== 'auto' && !canScroll && line.bottom - 0.25 * (line.bottom - line.top) > edge.bottom + 1.5) found.push('cut at the bottom: ' + text);
      }
      if (line.unseen) continue;
      if (!canScroll && (line.right > root.clientWidth + 1 || line.left < -1)) found.push('beyond the window: ' + text);
      lines.push(line);
    }
  }
  // The painted glyphs are lower than the boxes of their font.
  const low = (line) => line.top + 0.22 * (line.bottom - line.top);
  const high = (line) => line.bottom - 0.22 * (line.bottom - line.top);
  for (const [at, one] of lines.entries()) {
    for (const other of lines.slice(at + 1)) {
      if (one.text === other.text || one.floats !== other.floats) continue;
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const tall = Math.min(high(one), high(other)) - Math.max(low(one), low(other));
      if (wide > 2 && tall > 2) found.push('text over text: ' + one.text + ' / ' + other.text);
    }
  }
  return JSON.stringify([...new Set(found)]);
})()`;

export async function layoutFindings(page: Page): Promise<string[]> {
  const text = z.string().parse(await page.evaluate(LAYOUT_CHECK));
  return z.array(z.string()).parse(JSON.parse(text));
}
