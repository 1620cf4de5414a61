// SPDX-License-Identifier: Apache-2.0
import type { Language } from '@perfuse/contract/language';

/** The sender of a request that is answered by e-mail or text message. */
export interface Requester {
  /** Network address, for the attempt limits. */
  readonly address: string;
  /** `host[:port]` that was addressed. */
  readonly host: string;
  /** Of the e-mail or text message. */
  readonly language: Language;
}
