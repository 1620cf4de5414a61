// SPDX-License-Identifier: Apache-2.0

/** Why a job failed: a code without anything of the job in it. */
export class JobError extends Error {
  override readonly name = 'JobError';
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}
