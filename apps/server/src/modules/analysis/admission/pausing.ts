// SPDX-License-Identifier: Apache-2.0
/** Waits for so long, ms. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Until what has come over the network was read. */
export const afterInput = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
