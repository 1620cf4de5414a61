// SPDX-License-Identifier: Apache-2.0
/** @throws the error made by `late` when the work takes longer than `ms`. */
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

/** Waits until the work succeeds or fails, but no longer than `ms`. */
export const within = async (work: Promise<unknown>, ms: number): Promise<void> => {
  await inTime(work, ms, () => new Error('Late.')).catch(() => undefined);
};
