// SPDX-License-Identifier: Apache-2.0
import type { AccountState } from '../account/account.ts';
import type { StoreApi } from 'zustand/vanilla';

/** Requests the study of this person's measurements once for each user; after a failure, at the next call again. */
export function createStudyId(
  account: Pick<StoreApi<AccountState>, 'subscribe'>,
  ask: () => Promise<{ studyId: string }>,
): () => Promise<string> {
  let answer: Promise<{ studyId: string }> | null = null;
  account.subscribe((now, before) => {
    if (now.user !== before.user) answer = null;
  });
  return async () => {
    const pending = (answer ??= ask());
    try {
      return (await pending).studyId;
    } catch (cause) {
      if (answer === pending) answer = null;
      throw cause;
    }
  };
}
