// SPDX-License-Identifier: Apache-2.0
/**
 * Runs in the page: finds controls too small for a finger. At least 24 px (WCAG 2.2, 2.5.8) everywhere, and 44 px on
 * phones, except for links in a text and developer controls: the button that opens the log would cover content. The
 * hidden box of a label counts as its label.
 */
export const TARGET_SIZE_CHECK = `(() => {
  const found = [];
  const isPhone = innerWidth <= 768;
  const controls = document.querySelectorAll('a[href], button, select, input, textarea, summary, [role="tab"], [role="option"], [role="switch"]');
  for (const control of controls) {
    if (control.closest('[inert], [hidden], [aria-hidden="true"]') !== null) continue;
    const style = getComputedStyle(control);
    if (style.visibility === 'hidden' || style.display === 'none') continue;
    let target = control;
    if (control.matches('input[type="checkbox"], input[type="radio"]')) target = control.closest('label') ?? control;
    else if (control.matches('input, textarea')) target = control.closest('[class*="box"]') ?? control;
    const { width, height } = target.getBoundingClientRect();
    // Hidden from the eye, for readers alone, or until it has the focus.
    const isClipped = style.clipPath !== 'none' || control.closest('[style*="clip-path"]') !== null;
    if (width <= 1 || height <= 1 || isClipped) continue;
    const inText = style.display === 'inline' && control.matches('a');
    if (inText) continue;
    const isDevelopers = control.closest('[data-part="log-opener"]') !== null;
    const least = isPhone && !isDevelopers ? 44 : 24;
    if (width < least - 0.5 || height < least - 0.5)
      found.push('target of ' + Math.round(width) + 'x' + Math.round(height) + ': ' + (control.getAttribute('aria-label') ?? control.textContent).trim().slice(0, 60) + ' <' + control.tagName.toLowerCase() + '>');
  }
  return [...new Set(found)];
})()`;
