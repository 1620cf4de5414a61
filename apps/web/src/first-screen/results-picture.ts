// SPDX-License-Identifier: Apache-2.0
import bannerStyles from '@perfuse/ui/feedback/Banner.module.css';
import skeletonStyles from '@perfuse/ui/feedback/Skeleton.module.css';
import headerStyles from '../features/results/layout/PhoneHeader.module.css';
import styles from '../features/results/layout/PhoneResults.module.css';
import pageStyles from '../features/results/ResultsPage.module.css';
import { element, logo } from './element.ts';
import type { FirstScreenTexts } from './texts.ts';

const NO_BREAK_SPACE = '\u00a0';

/**
 * The head of a phone's results after a reload, without React: class by class what `PhoneResults` renders, with room
 * for what depends on the results and on who is signed in.
 */
export function resultsPicture(
  { productName, results }: FirstScreenTexts,
  mark: SVGElement | null,
): readonly HTMLElement[] {
  const badge = `${skeletonStyles['skeleton'] ?? ''} ${skeletonStyles['pill'] ?? ''}`;
  return [
    element('p', bannerStyles['banner'], [results.banner]),
    element('div', headerStyles['bar'], [
      element('span', headerStyles['done']),
      logo(productName, mark),
      element('span', headerStyles['end']),
    ]),
    element('div', styles['main'], [
      element('div', styles['head'], [
        element('div', undefined, [
          element('h1', styles['title'], [results.title]),
          element('p', styles['moment'], [NO_BREAK_SPACE]),
        ]),
        element('span', badge),
        element('p', pageStyles['note'], [results.restored]),
      ]),
    ]),
  ];
}
