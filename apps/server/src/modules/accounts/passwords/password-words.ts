// SPDX-License-Identifier: Apache-2.0
/** Shorter ones are in many a good password by chance. */
const SHORTEST_WORD = 4;
/** Characters that must be left once the words are taken out: as many as the shortest password has. */
const LEFT = 8;

/** The words of names and addresses, in lower case, each once, the longest first. */
export function wordsOf(texts: readonly string[]): readonly string[] {
  const words = texts.flatMap((text) => {
    const lower = text.normalize('NFKC').toLowerCase();
    const parts = lower.split(/[^\p{L}\p{N}]+/u);
    // A name is also written without the gaps in it.
    return [...parts, parts.join('')];
  });
  const long = words.filter((word) => Array.from(word).length >= SHORTEST_WORD);
  return [...new Set(long)].sort((one, other) => other.length - one.length);
}

/** Whether little is left of a password, in lower case, without the words in it. */
export function isBuiltOn(password: string, words: readonly string[]): boolean {
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), password);
  return rest !== password && Array.from(rest).length < LEFT;
}
