// SPDX-License-Identifier: Apache-2.0
/** Joins class names, leaving out what is absent. */
export const classes = (...names: readonly (string | undefined | false)[]): string =>
  names.filter(Boolean).join(' ');
