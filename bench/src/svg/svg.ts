// SPDX-License-Identifier: Apache-2.0
/** Small pictures as SVG text, readable on light and on dark pages, without a library. */

export type Attributes = Readonly<Record<string, string | number>>;

/** For text and attributes, in HTML too. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Coordinates to a tenth: more is not visible. */
const written = (value: string | number): string =>
  typeof value === 'number' ? String(Math.round(value * 10) / 10) : escaped(value);

/** @param inner finished SVG. */
export function element(name: string, attributes: Attributes, inner = ''): string {
  const list = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${written(value)}"`)
    .join('');
  return inner === '' ? `<${name}${list}/>` : `<${name}${list}>${inner}</${name}>`;
}

export function label(x: number, y: number, text: string, attributes: Attributes = {}): string {
  return element('text', { x, y, ...attributes }, escaped(text));
}

/** Colours by role, light and dark; those of the app. */
const STYLE = `
svg{--page:#fbf9f6;--card:#fff;--ink:#182628;--soft:#536063;--line:#e4ded5;--a:#0c6a66;--b:#bf3328;--c:#b98500;--d:#5a55a8}
@media (prefers-color-scheme:dark){svg{--page:#11181a;--card:#1a2326;--ink:#edf2f1;--soft:#a8b6b7;--line:#2b373a;--a:#66cec4;--b:#ff9d8a;--c:#e6b945;--d:#b3aef5}}
text{font:13px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;fill:var(--ink)}
.title{font-size:20px;font-weight:650}.heading{font-size:15px;font-weight:600}.soft{fill:var(--soft);font-size:12px}
.page{fill:var(--page)}.card{fill:var(--card);stroke:var(--line)}.grid{stroke:var(--line);stroke-width:1}
.axis{stroke:var(--soft);stroke-width:1}.bias{stroke:var(--a);stroke-width:1.5}.limit{stroke:var(--soft);stroke-width:1.2;stroke-dasharray:5 4}
.a{fill:var(--a)}.b{fill:var(--b)}.c{fill:var(--c)}.d{fill:var(--d)}.mark{fill-opacity:.75;stroke:var(--card);stroke-width:.8}
`;

export interface PictureText {
  readonly title: string;
  /** For readers who cannot see it. */
  readonly description: string;
}

/** A whole picture on the app's page colour. */
export function picture(
  width: number,
  height: number,
  { title, description }: PictureText,
  inner: string,
): string {
  const parts = [
    element('title', {}, escaped(title)),
    element('desc', {}, escaped(description)),
    `<style>${STYLE}</style>`,
    element('rect', { class: 'page', width, height, rx: 12 }),
    inner,
  ];
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${String(width)} ${String(height)}`,
    width,
    height,
    role: 'img',
  };
  return `${element('svg', attributes, parts.join('\n'))}\n`;
}
