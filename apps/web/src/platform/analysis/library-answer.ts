// SPDX-License-Identifier: Apache-2.0
/** What a call of the vendor's client library returns. */
export interface LibraryAnswer {
  /** Text: '200', '401', or 'UNKNOWN' when there was no answer. */
  readonly status: string;
  readonly body: unknown;
  readonly headers: unknown;
}
