// SPDX-License-Identifier: Apache-2.0
/** Texts on a screen that are the English catalogue's where the language has other words. */
import type { Catalogue } from './catalogue.ts';

const TAG = /<\/?\w+>/;
const PLACEHOLDER = /\{\{[^}]*\}\}/;
/** Shorter ones are signs and units, alike in many languages. */
const FEWEST_LETTERS = 3;

const escaped = (text: string): string => text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');
const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/** What a piece of a text between its links looks like on a screen, its placeholders filled in; null for a sign. */
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
 * @param own the language's texts. Words that it has in common with English somewhere are its own.
 * @returns tells of a text as shown whether it is not translated.
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
