// SPDX-License-Identifier: Apache-2.0
/** The gallery: every state of every component, for the eye and for the visual tests. In development builds only. */
import i18next from 'i18next';
import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { MemoryRouter } from 'react-router';
import { languageOf } from '../../app/i18n/language.ts';
import { startI18n } from '../../app/i18n/start.ts';
import type { LaunchFacts } from '../../app/launch/launch.ts';
import { createServices } from '../../app/services.ts';
import { LaunchFactsContext, ServicesContext } from '../../app/use-services.ts';
import { Gallery } from './Gallery.tsx';
import { lengthenTexts } from './long-texts.ts';

/** As an operator may have set the app up. */
const FACTS: LaunchFacts = {
  analysisHost: 'localhost/analysis',
  requiresAuthentication: false,
  signIn: { loginType: 'password', allowSignup: true, orgIdentifier: 'demo' },
  settings: {
    stores: {
      apple: 'https://apps.apple.com/app/id0000000000',
      google: 'https://play.google.com/store/apps/details?id=org.example',
    },
  },
};

/** `/gallery/results-good?lang=de` shows the state `results-good` in German, `?long` with longer texts. */
export async function startGallery(host: HTMLElement): Promise<void> {
  await startI18n();
  const { pathname, search } = window.location;
  const asked = new URLSearchParams(search);
  const language = languageOf(asked.get('lang') ?? '');
  if (language !== null) await i18next.changeLanguage(language);
  if (asked.has('long')) lengthenTexts(i18next);
  const name = pathname.split('/').at(-1) ?? '';
  createRoot(host).render(
    <I18nProvider locale={i18next.language}>
      <ServicesContext value={createServices()}>
        <LaunchFactsContext value={FACTS}>
          <MemoryRouter>
            <Suspense fallback={null}>
              <Gallery name={name} />
            </Suspense>
          </MemoryRouter>
        </LaunchFactsContext>
      </ServicesContext>
    </I18nProvider>,
  );
}
