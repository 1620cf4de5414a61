// SPDX-License-Identifier: Apache-2.0
/** Joins class names, leaving out absent ones. */
export const classes = (...names: readonly (string | undefined | false)[]): string =>
  names.filter(Boolean).join(' ');
