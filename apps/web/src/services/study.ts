// SPDX-License-Identifier: Apache-2.0
/** The study that measurements of this installation belong to, asked once a page load. */
export interface Study {
  /** Throws ApiError; the next call then asks again. */
  readonly id: () => Promise<string>;
}

export function createStudy(ask: () => Promise<{ studyId: string }>): Study {
  let answer: Promise<{ studyId: string }> | null = null;
  return {
    id: async () => {
      answer ??= ask().catch((cause: unknown) => {
        answer = null;
        throw cause;
      });
      return (await answer).studyId;
    },
  };
}
