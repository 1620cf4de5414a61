// SPDX-License-Identifier: Apache-2.0
/** What the page shows as text before the app runs looks like the app's own screen, which replaces it. */
import common from '@perfuse/locales/en/common.json';
import preload from '@perfuse/locales/en/preload.json';
import results from '@perfuse/locales/en/results.json';
import { SNR_CODES } from '@perfuse/contract/results/signal';
import { expect, test, vi } from 'vitest';
import { PreloadScreen } from '../features/preload/PreloadScreen.tsx';
import { ResultsScreen } from '../features/results/ResultsScreen.tsx';
import { OUTCOMES } from '../gallery/outcomes.ts';
import { renderScreen } from '../testing/render-screen.test-support.tsx';
import { preloadPicture } from './preload-picture.ts';
import { resultsPicture } from './results-picture.ts';
import type { FirstScreenTexts } from './texts.ts';

const TEXTS: FirstScreenTexts = {
  productName: common.productName,
  title: preload.title,
  lead: preload.lead,
  progress: preload.progress,
  percent: '0%',
  results: {
    banner: results.banner,
    title: results.title.values,
    restored: results.restored,
  },
};

/** Each element's classes of our own style sheets with its direct text, in document order. */
function look(elements: Iterable<Element>): string[] {
  return [...elements]
    .flatMap((element) => [element, ...element.querySelectorAll('*')])
    .filter((element) => element instanceof HTMLElement)
    .map((element) => {
      const classes = [...element.classList].filter((name) => !name.startsWith('react-aria-'));
      const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      return `${classes.join(' ')}: ${texts.map((node) => node.textContent).join('')}`;
    });
}

test('the static preload screen is the one that the app renders', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  await renderScreen(<PreloadScreen prefetch={() => Promise.resolve()} />);
  const header = document.querySelector('[data-part="header"] > div');
  const main = document.querySelector('main');
  if (header === null || main === null) throw new Error('The screen has no header or no content.');
  // It is not known yet who is signed in.
  header.lastElementChild?.remove();
  expect(look(preloadPicture(TEXTS, null))).toEqual(look([header, main]));
});

test('the static header of the results on a phone has the same texts as that of the app, in the same order', async () => {
  vi.stubGlobal('innerWidth', 400);
  // Without a signal the head is the same, except for its title; the dials need a browser.
  await renderScreen(<ResultsScreen />, ({ session }) =>
    session.getState().finishMeasurement({ ...OUTCOMES.restored, snr: SNR_CODES.noSignal }),
  );
  const title = results.title['no-signal'];
  const texts = { ...TEXTS, results: { ...TEXTS.results, title } };
  const said = look(resultsPicture(texts, null)).filter((line) => /: [^\u00a0]/.test(line));
  expect(said.length).toBe(4);
  expect(look(document.body.children).filter((line) => said.includes(line))).toEqual(said);
});
