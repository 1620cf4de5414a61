// SPDX-License-Identifier: Apache-2.0
/** Removes the marks where a screen may break a word: elsewhere they mean nothing, and keep a search from matching. */
export const withoutBreakMarks = (text: string): string => text.replaceAll(/[\u00AD\u200B]/g, '');
