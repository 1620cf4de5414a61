// SPDX-License-Identifier: Apache-2.0
/** Which metrics of a page have the width for themselves: the first of an odd number; the rest stand in pairs. */
export const isWideDial = (position: number, count: number): boolean =>
  position === 0 && count % 2 === 1;
