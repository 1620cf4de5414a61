// SPDX-License-Identifier: Apache-2.0
import logoStyles from '@perfuse/ui/graphics/Logo.module.css';

/** Creates an element of a screen's picture. */
export function element(
  tag: string,
  className: string | undefined,
  content: readonly (Node | string)[] = [],
): HTMLElement {
  const made = document.createElement(tag);
  made.className = className ?? '';
  made.append(...content);
  return made;
}

/** The logo of a header, with the mark from the page's own markup. */
export function logo(name: string, mark: SVGElement | null): HTMLElement {
  const small = mark?.cloneNode(true);
  if (small instanceof SVGElement) {
    small.setAttribute('width', '34');
    small.setAttribute('height', '34');
  }
  const label = element('span', logoStyles['name'], [name]);
  return element('span', logoStyles['logo'], small === undefined ? [label] : [small, label]);
}
