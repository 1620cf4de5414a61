// SPDX-License-Identifier: Apache-2.0
import headerStyles from '../components/screen/Header.module.css';
import screenStyles from '../components/screen/Screen.module.css';
import progressStyles from '@perfuse/ui/feedback/ProgressBar.module.css';
import { element, logo } from './element.ts';
import type { FirstScreenTexts } from './texts.ts';

/**
 * The preload screen before its first file is loaded, without React: class by class what `PreloadScreen` renders,
 * except for the end of the header, which depends on who is signed in. A test compares the two.
 */
export function preloadPicture(
  { productName, title, lead, progress, percent }: FirstScreenTexts,
  mark: SVGElement | null,
): readonly HTMLElement[] {
  const bar = element('span', progressStyles['bar']);
  bar.style.inlineSize = '0%';
  return [
    element('div', headerStyles['bar'], [logo(productName, mark)]),
    element('div', `${screenStyles['main'] ?? ''} ${screenStyles['text'] ?? ''}`, [
      element('div', screenStyles['top'], [
        element('div', screenStyles['intro'], [
          element('h1', screenStyles['title'], [title]),
          element('p', screenStyles['lead'], [lead]),
        ]),
      ]),
      element('div', screenStyles['content'], [
        element('div', progressStyles['progress'], [
          element('span', progressStyles['label'], [progress]),
          element('span', progressStyles['value'], [percent]),
          element('span', progressStyles['track'], [bar]),
        ]),
      ]),
    ]),
  ];
}
