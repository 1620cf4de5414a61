// SPDX-License-Identifier: Apache-2.0
import { cleanup, configure, render, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach } from 'vitest';
import { startI18n } from './i18n/start.ts';
import { createServices, type Services } from './services.ts';
import { LaunchFactsContext, ServicesContext } from './use-services.ts';

/** jsdom lacks it; react-aria asks for it when a dialog opens. */
const cssInterface: unknown = Reflect.get(globalThis, 'CSS');
if (cssInterface === undefined) {
  const escape = (text: string): string => text.replace(/[^\w-]/g, (character) => `\\${character}`);
  Object.defineProperty(globalThis, 'CSS', { value: { escape } });
}

// Texts and parts of a screen are loaded when it opens, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

const open: Services[] = [];

afterEach(() => {
  cleanup();
  // A save still due would otherwise write into the storage of the next test.
  for (const services of open.splice(0)) services.flush();
  localStorage.clear();
  sessionStorage.clear();
});

function Place(): ReactNode {
  return <output data-testid="place">{useLocation().pathname}</output>;
}

interface StageProps {
  readonly services: Services;
  readonly children: ReactNode;
}

function Stage({ services, children }: StageProps): ReactNode {
  const [facts] = useState({
    analysisHost: 'localhost/analysis',
    requiresAuthentication: false,
    signIn: { loginType: 'password' as const, allowSignup: true, orgIdentifier: 'demo' },
    settings: {},
  });
  return (
    <ServicesContext value={services}>
      <LaunchFactsContext value={facts}>
        <MemoryRouter initialEntries={['/start']}>
          <Routes>
            <Route path="/start" element={children} />
            <Route path="*" element={null} />
          </Routes>
          <Place />
        </MemoryRouter>
      </LaunchFactsContext>
    </ServicesContext>
  );
}

export interface Rendered {
  readonly services: Services;
  /** Where the router is; `/start` while the screen is open. */
  readonly place: () => string;
}

/** Shows one screen with the real services and the English texts; a change of address closes it. */
export async function renderScreen(
  element: ReactNode,
  prepare: (services: Services) => void = () => undefined,
): Promise<Rendered> {
  await startI18n();
  const services = createServices();
  open.push(services);
  prepare(services);
  const stage = <Stage services={services}>{element}</Stage>;
  const { rerender } = render(stage);
  await screen.findAllByRole('heading');
  // A screen that waited for its texts is shown before its effects have run: what listens does so from here on.
  rerender(stage);
  return { services, place: () => screen.getByTestId('place').textContent };
}
