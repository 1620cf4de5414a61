// SPDX-License-Identifier: Apache-2.0
/** Which metrics of a page take the full width: the first of an odd number; the rest are in pairs. */
export const isWideDial = (position: number, count: number): boolean =>
  position === 0 && count % 2 === 1;
