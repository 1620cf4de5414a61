// SPDX-License-Identifier: Apache-2.0
import type { Language } from '@perfuse/contract/language';

/** Whoever asks for something that a letter answers. */
export interface Asker {
  /** Network address, for the limits of attempts. */
  readonly address: string;
  /** What the letter is written in. */
  readonly language: Language;
}
