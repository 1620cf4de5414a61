// SPDX-License-Identifier: Apache-2.0
/** @returns a minified ES module that imports nothing. */
export function elementScript(): Promise<string>;
