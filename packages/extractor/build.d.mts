// SPDX-License-Identifier: Apache-2.0
/** Compiles both builds of the wasm into dist/ when they are out of date; true when it did. */
export function buildExtractor(): Promise<boolean>;
