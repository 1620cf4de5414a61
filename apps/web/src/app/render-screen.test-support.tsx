// SPDX-License-Identifier: Apache-2.0
import { render, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { onTestFinished } from 'vitest';
import { startI18n } from './i18n/start.ts';
import { createServices, type Services } from './services.ts';
import { LaunchFactsContext, ServicesContext } from './use-services.ts';

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
  onTestFinished(() => {
    // A save still due would otherwise write into the storage of the next test.
    services.flush();
    localStorage.clear();
    sessionStorage.clear();
  });
  prepare(services);
  const stage = <Stage services={services}>{element}</Stage>;
  const { rerender } = render(stage);
  await screen.findAllByRole('heading');
  // A screen that waited for its texts is shown before its effects have run: what listens does so from here on.
  rerender(stage);
  return { services, place: () => screen.getByTestId('place').textContent };
}
