// SPDX-License-Identifier: Apache-2.0
/** Of what the wasm is compiled from. */
export function sourceHash(): Promise<string>;
/** Both builds of the wasm by their file names. */
export function compile(): Promise<Readonly<Record<string, Uint8Array>>>;
