// SPDX-License-Identifier: Apache-2.0
/** Shorter words occur in many good passwords by chance. */
const SHORTEST_WORD = 4;
/** Fewest characters that must remain without the words: as many as the shortest password has. */
const LEFT = 8;

/** The words of names and addresses, in lower case, each once, the longest first. */
export function wordsOf(texts: readonly string[]): readonly string[] {
  const words = texts.flatMap((text) => {
    const lower = text.normalize('NFKC').toLowerCase();
    const parts = lower.split(/[^\p{L}\p{N}]+/u);
    // A name is also written without its separators.
    return [...parts, parts.join('')];
  });
  const long = words.filter((word) => Array.from(word).length >= SHORTEST_WORD);
  return [...new Set(long)].sort((one, other) => other.length - one.length);
}

/** Whether too little remains of a password, in lower case, without the words. */
export function isDerivedFrom(password: string, words: readonly string[]): boolean {
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), password);
  return rest !== password && Array.from(rest).length < LEFT;
}
