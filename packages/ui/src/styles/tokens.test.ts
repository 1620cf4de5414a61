// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8');

/** Hexadecimal colour tokens in a part of the style sheet. */
function coloursOf(part: string): Map<string, string> {
  const found = part.matchAll(/--([\w-]+):\s*(#[\da-f]{6});/g);
  return new Map([...found].map(([, name = '', value = '']) => [name, value]));
}

const [lightPart = '', darkPart] = css.split('@media (prefers-color-scheme: dark)');
if (darkPart === undefined) throw new Error('tokens.css has no dark theme.');
const light = coloursOf(lightPart);
const themes = { light, dark: new Map([...light, ...coloursOf(darkPart)]) };

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

const SURFACES = ['page', 'card', 'sunken'];
const pairs = (texts: readonly string[], surfaces: readonly string[], least: number) =>
  texts.flatMap((text) => surfaces.map((surface) => [text, surface, least] as const));

describe.each(Object.entries(themes))('in the %s theme', (_, theme) => {
  test.each([
    ...pairs(['ink', 'ink-soft', 'accent', 'danger'], SURFACES, 4.5),
    ...pairs(['on-accent'], ['accent', 'accent-hover'], 4.5),
    ...pairs(['notice-ink'], ['notice-soft'], 4.5),
    ...pairs(['ink', 'accent'], ['accent-soft'], 4.5),
    ...pairs(['line-strong'], ['card', 'page'], 3),
    ...pairs(
      ['band-red', 'band-light-red', 'band-yellow', 'band-light-green', 'band-green', 'band-none'],
      ['card'],
      3,
    ),
  ])('%s on %s has a contrast of at least %d', (text, surface, least) => {
    expect(contrast(theme.get(text) ?? '', theme.get(surface) ?? '')).toBeGreaterThanOrEqual(least);
  });
});

/** Variables that the style sheets and components use; one that ends in `-` is completed by the name of a colour. */
function variablesRead(): readonly string[] {
  const root = path.join(import.meta.dirname, '../../../..');
  return ['packages/ui/src', 'apps/web/src', 'apps/admin/src'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:css|tsx?)$/.test(file))
      .flatMap((file) => {
        const text = readFileSync(path.join(root, folder, file), 'utf8');
        return [...text.matchAll(/var\(--([\w-]+)/g)].map(([, name = '']) => name);
      }),
  );
}

test('each token is used by a screen, so that a theme that sets it changes something', () => {
  const read = new Set(variablesRead());
  const completed = [...read].filter((name) => name.endsWith('-'));
  const tokens = new Set([...css.matchAll(/^ +--([\w-]+):/gm)].map(([, name = '']) => name));
  const unread = [...tokens].filter(
    (token) => !read.has(token) && !completed.some((start) => token.startsWith(start)),
  );
  expect(tokens.size).toBeGreaterThan(40);
  expect(unread).toEqual([]);
});
