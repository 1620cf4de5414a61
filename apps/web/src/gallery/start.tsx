// SPDX-License-Identifier: Apache-2.0
/** The gallery: every state of every screen, for people and for the visual tests. In development builds only. */
import i18next from 'i18next';
import { createRoot } from 'react-dom/client';
import { languageOf } from '../i18n/language.ts';
import { chooseLanguage } from '../i18n/change-language.ts';
import { startI18n } from '../i18n/start.ts';
import { Gallery } from './Gallery.tsx';
import { lengthenTexts } from './long-texts.ts';
import { renderStory } from './render-story.tsx';
import { drawn } from './steps.ts';
import { STORIES } from './stories.ts';

/** Controls for tests: `window.gallery`. */
interface GalleryControls {
  readonly stories: readonly string[];
  /** Shows another state without a page load. Resolves when it has settled. */
  readonly show: (name: string) => Promise<void>;
  /** Changes the language in place, as the app's own switch does. */
  readonly speak: (code: string) => Promise<void>;
}

/** `/gallery/results-good?lang=de` shows the state `results-good` in German, `?long` with longer texts. */
export async function startGallery(host: HTMLElement): Promise<void> {
  await startI18n();
  const { pathname, search } = window.location;
  const query = new URLSearchParams(search);
  const language = languageOf(query.get('lang') ?? '');
  if (language !== null) await i18next.changeLanguage(language);
  if (query.has('long')) lengthenTexts(i18next);

  let leave = (): void => undefined;
  const controls: GalleryControls = {
    stories: Object.keys(STORIES),
    show: async (name) => {
      leave();
      leave = () => undefined;
      const story = STORIES[name];
      if (story === undefined) throw new RangeError(`There is no story '${name}'.`);
      leave = await renderStory(host, story);
    },
    speak: async (code) => {
      const found = languageOf(code);
      if (found === null || !(await chooseLanguage(found))) throw new RangeError(code);
      await drawn();
    },
  };
  Reflect.set(window, 'gallery', controls);
  const name = pathname.split('/').at(-1) ?? '';
  if (name in STORIES) await controls.show(name);
  else {
    const root = createRoot(host);
    root.render(<Gallery />);
    leave = () => root.unmount();
  }
}
