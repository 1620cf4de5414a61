// SPDX-License-Identifier: Apache-2.0
/**
 * Which dials of a page take the full width: those with an extreme value, and the first of an odd number between them;
 * the rest are in pairs.
 */
export const wideDials = (areExtreme: readonly boolean[]): readonly boolean[] =>
  areExtreme.map((isExtreme, position) => {
    const next = areExtreme.indexOf(true, position);
    const end = next === -1 ? areExtreme.length : next;
    const isFirst = areExtreme[position - 1] ?? true;
    return isExtreme || (isFirst && (end - position) % 2 === 1);
  });
