// SPDX-License-Identifier: Apache-2.0
/** Why a measurement failed: a stable code for programs, a message for people. */
export class MeasureFailure extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
