// SPDX-License-Identifier: Apache-2.0

/** Why a job failed: a code without anything of the job in it. */
export class JobError extends Error {
  override readonly name = 'JobError';
  readonly code: string;
  /** Whether another try would end in the same way. */
  readonly isFinal: boolean;

  constructor(
    code: string,
    { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {},
  ) {
    super(code, { cause });
    this.code = code;
    this.isFinal = isFinal;
  }
}
