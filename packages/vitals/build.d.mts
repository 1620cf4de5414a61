// SPDX-License-Identifier: Apache-2.0
/** The content of src/kernels/compiled.ts. */
export function compiled(): Promise<string>;
/** Of what it is compiled from. */
export function sourceHash(): Promise<string>;
