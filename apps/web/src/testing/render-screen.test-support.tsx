// SPDX-License-Identifier: Apache-2.0
import { act, render, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { expect, onTestFinished, vi } from 'vitest';
import { startI18n } from '../i18n/start.ts';
import { createServices, type Services } from '../services/services.ts';
import { LaunchFactsContext, ServicesContext } from '../services/use-services.ts';

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
            <Route path="/start/*" element={children} />
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
  /** Path of the router; `/start` while the screen is open. */
  readonly place: () => string;
}

/**
 * Waits until the code and the texts of a screen are loaded and shown. React delays content that follows a fallback by
 * up to 300 ms, except while a test acts.
 */
export async function untilShown(isShown: () => boolean): Promise<void> {
  await vi.waitFor(
    async () => {
      await act(() => vi.dynamicImportSettled());
      expect(isShown(), 'the screen is shown').toBe(true);
    },
    { timeout: 60_000, interval: 1 },
  );
}

/** Renders one screen with the real services and the English texts; a change of address closes it. */
export async function renderScreen(
  element: ReactNode,
  prepare: (services: Services) => void = () => undefined,
): Promise<Rendered> {
  await startI18n();
  const services = createServices();
  onTestFinished(() => {
    // A pending save would otherwise write into the storage of the next test.
    services.flush();
    localStorage.clear();
    sessionStorage.clear();
  });
  prepare(services);
  const stage = <Stage services={services}>{element}</Stage>;
  const { rerender } = render(stage);
  const place = (): string => screen.getByTestId('place').textContent;
  // A screen that only redirects is shown no longer than that takes.
  await untilShown(() => document.querySelector('h1, h2, h3, h4') !== null || place() !== '/start');
  // A screen that waited for its texts is shown before its effects have run; after this its listeners are attached.
  rerender(stage);
  return { services, place };
}
