// SPDX-License-Identifier: Apache-2.0
import type { AccountState } from '../account/account.ts';
import type { StoreApi } from 'zustand/vanilla';

/** The study that this person's measurements belong to, requested once for each user. */
export interface Study {
  /** Throws ApiError; the next call then requests it again. */
  readonly id: () => Promise<string>;
}

export function createStudy(
  account: Pick<StoreApi<AccountState>, 'subscribe'>,
  ask: () => Promise<{ studyId: string }>,
): Study {
  let answer: Promise<{ studyId: string }> | null = null;
  account.subscribe((now, before) => {
    if (now.user !== before.user) answer = null;
  });
  return {
    id: async () => {
      const pending = (answer ??= ask());
      try {
        return (await pending).studyId;
      } catch (cause) {
        if (answer === pending) answer = null;
        throw cause;
      }
    },
  };
}
