// SPDX-License-Identifier: Apache-2.0

/** Why a job failed: a code that contains no data of the job. */
export class JobError extends Error {
  override readonly name = 'JobError';
  readonly code: string;
  /** Whether another try would fail in the same way. */
  readonly isFinal: boolean;
  /** Whether the receiver does not exist: a fault that no operator could fix. */
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
