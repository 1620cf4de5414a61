// SPDX-License-Identifier: Apache-2.0
/** @throws what `late` makes when the work takes longer than this. */
export async function inTime<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for the work, whatever comes of it, but no longer than this. */
export const within = async (work: Promise<unknown>, ms: number): Promise<void> => {
  await inTime(work, ms, () => new Error('Late.')).catch(() => undefined);
};
