// SPDX-License-Identifier: Apache-2.0
/** What the page shows in words before the app runs looks like the app's own screen, which takes its place. */
import common from '@perfuse/locales/en/common.json';
import preload from '@perfuse/locales/en/preload.json';
import { expect, test, vi } from 'vitest';
import { PreloadScreen } from '../features/preload/PreloadScreen.tsx';
import { renderScreen } from '../testing/render-screen.test-support.tsx';
import { preloadPicture } from './preload-picture.ts';

/** Each element's classes of our own style sheets with the text right in it, in the order of the document. */
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

test('the preload screen in words is the one that the app draws', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  await renderScreen(<PreloadScreen prefetch={() => Promise.resolve()} />);
  const header = document.querySelector('[data-part="header"] > div');
  const main = document.querySelector('main');
  if (header === null || main === null) throw new Error('The screen has no header or no content.');
  // Who is signed in is not known yet.
  header.lastElementChild?.remove();
  const { productName } = common;
  const { title, lead, progress } = preload;
  const picture = preloadPicture({ productName, title, lead, progress, percent: '0%' }, null);
  expect(look(picture)).toEqual(look([header, main]));
});
