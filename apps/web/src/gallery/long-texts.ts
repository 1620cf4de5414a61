// SPDX-License-Identifier: Apache-2.0
import type { i18n, PostProcessorModule } from 'i18next';

const VOWELS = /[aeiou]/gi;

/** A text about 40 % longer, word by word, as German is compared with English. */
export const longer = (text: string): string => text.replace(VOWELS, '$&$&');

const NAME = 'long-texts';
const isName = (key: string): boolean => /(^|:)productName$/.test(key);

/** Lengthens every text, to show which layouts a longer language would break. */
export function lengthenTexts(texts: i18n): void {
  const module: PostProcessorModule = {
    type: 'postProcessor',
    name: NAME,
    // A name is the same in every language.
    process: (text: string, key) => ([key].flat().some(isName) ? text : longer(text)),
  };
  texts.use(module);
  texts.options.postProcess = [NAME];
}
