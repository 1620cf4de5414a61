// SPDX-License-Identifier: Apache-2.0

/** Why a job failed: a code without anything of the job in it. */
export class JobError extends Error {
  override readonly name = 'JobError';
  readonly code: string;
  /** Whether another try would end in the same way. */
  readonly isFinal: boolean;
  /** Whether it is for a receiver that does not exist: no fault that an operator could mend. */
  readonly isOfReceiver: boolean;

  constructor(
    code: string,
    {
      isFinal = false,
      isOfReceiver = false,
      cause,
    }: { isFinal?: boolean; isOfReceiver?: boolean; cause?: unknown } = {},
  ) {
    super(code, { cause });
    this.code = code;
    this.isFinal = isFinal;
    this.isOfReceiver = isOfReceiver;
  }
}
