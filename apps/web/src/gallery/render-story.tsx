// SPDX-License-Identifier: Apache-2.0
/** Renders a story on the page, and removes it again without a trace. */
import { Suspense, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useTranslation } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { App } from '../app/App.tsx';
import { createServices, type Services } from '../services/services.ts';
import { LaunchFactsContext, ServicesContext } from '../services/use-services.ts';
import { LOG } from '../platform/log/log.ts';
import { FACTS } from './facts.ts';
import { answerWith } from './fake-backend.ts';
import { seen, settled } from './steps.ts';
import type { ComponentStory, Story } from './story.ts';

interface PartProps {
  readonly story: ComponentStory;
  readonly services: Services;
}

/** The providers that the app has around every screen, for a part of it. */
function Part({ story, services }: PartProps): ReactNode {
  const { i18n } = useTranslation('common');
  return (
    <I18nProvider locale={i18n.language}>
      <ServicesContext value={services}>
        <LaunchFactsContext value={FACTS}>
          <MemoryRouter>
            <Suspense fallback={null}>{story.show(services)}</Suspense>
          </MemoryRouter>
        </LaunchFactsContext>
      </ServicesContext>
    </I18nProvider>
  );
}

/** @returns removes the story. */
export async function renderStory(host: HTMLElement, story: Story): Promise<() => void> {
  const isVisit = 'path' in story;
  answerWith(isVisit ? (story.answers ?? {}) : {});
  const restore = story.browser?.() ?? (() => undefined);
  if (isVisit) window.history.replaceState(null, '', story.path);
  LOG.clear();
  const services = createServices();
  if (isVisit) story.prepare?.(services);
  const root = createRoot(host);
  if (isVisit) {
    void services.launch.start();
    root.render(<App services={services} link={null} />);
  } else {
    root.render(<Part story={story} services={services} />);
  }
  const leave = (): void => {
    root.unmount();
    restore();
    services.flush();
    localStorage.clear();
    sessionStorage.clear();
  };
  try {
    await seen(story.rests ?? 'h1');
    for (const step of isVisit ? (story.steps ?? []) : []) await step();
    await settled();
  } catch (cause) {
    leave();
    throw cause;
  }
  return leave;
}
