// SPDX-License-Identifier: Apache-2.0
import type { Language } from '@perfuse/contract/language';

/** Whoever asks for something that a email answers. */
export interface Requester {
  /** Network address, for the limits of attempts. */
  readonly address: string;
  /** What the email is written in. */
  readonly language: Language;
}
