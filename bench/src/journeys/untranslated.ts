// SPDX-License-Identifier: Apache-2.0
/** Texts on a screen that come from the English catalogue although the language has a translation. */
import type { Catalogue } from './catalogue.ts';

const TAG = /<\/?\w+>/;
const PLACEHOLDER = /\{\{[^}]*\}\}/;
/** Shorter ones are symbols and units, the same in many languages. */
const FEWEST_LETTERS = 3;

const escaped = (text: string): string => text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');
const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/** Pattern of a piece of text between links as shown on a screen, with its placeholders filled; null for a symbol. */
function appearance(piece: string): RegExp | null {
  const fixed = piece.trim().split(PLACEHOLDER);
  if (lettersIn(fixed.join('')) < FEWEST_LETTERS) return null;
  return new RegExp(`^${fixed.map((part) => escaped(part)).join('.+')}$`, 'su');
}

function appearances(texts: Iterable<string>): RegExp[] {
  const pieces = new Set([...texts].flatMap((text) => text.split(TAG)));
  return [...pieces].map(appearance).filter((found) => found !== null);
}

/**
 * @param own the language's texts. Words that it shares with English somewhere count as its own.
 * @returns a function that decides whether a shown text is untranslated.
 */
export function untranslatedFinder(english: Catalogue, own: Catalogue): (shown: string) => boolean {
  const foreign = [...english]
    .filter(([key, text]) => own.get(key) !== text)
    .map(([, text]) => text);
  const inEnglish = appearances(foreign);
  const inOwn = appearances(own.values());
  return (shown) => {
    const text = shown.trim();
    return inEnglish.some((one) => one.test(text)) && !inOwn.some((one) => one.test(text));
  };
}
