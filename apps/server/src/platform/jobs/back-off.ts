// SPDX-License-Identifier: Apache-2.0

/** Wait before try `tries + 1`: 10 s, 20 s, 40 s … at most half an hour. */
export const backOffMs = (tries: number): number => Math.min(10_000 * 2 ** (tries - 1), 1_800_000);
