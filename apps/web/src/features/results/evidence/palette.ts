// SPDX-License-Identifier: Apache-2.0
/** Colours of a canvas, which cannot read the style sheet's tokens by itself. */
export interface Palette {
  readonly ink: string;
  readonly soft: string;
  readonly line: string;
  readonly accent: string;
  readonly band: string;
  readonly alert: string;
  readonly font: string;
}

export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    ink: token('--ink'),
    soft: token('--ink-soft'),
    line: token('--line'),
    accent: token('--accent'),
    band: token('--accent-soft'),
    alert: token('--band-red'),
    font: `12px ${style.fontFamily}`,
  };
}
