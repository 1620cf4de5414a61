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

/** The code of an error, else its name; its message can hold an address. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  const code: unknown = Reflect.get(error, 'code') ?? error.name;
  return typeof code === 'string' && /^[\w.-]{1,40}$/.test(code) ? code : 'UNKNOWN';
}
