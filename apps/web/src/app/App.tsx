// SPDX-License-Identifier: Apache-2.0
import { lazy, Suspense, type ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import { NotificationModal } from './NotificationModal.tsx';
import { BrowserGate } from './launch/BrowserGate.tsx';
import { LaunchFailedScreen } from './launch/LaunchFailedScreen.tsx';
import { AppRoutes } from './routes/AppRoutes.tsx';
import type { Services } from './services.ts';
import { LaunchFactsContext, ServicesContext, useServices } from './use-services.ts';

const DebugConsole = lazy(async () => ({
  default: (await import('../features/debug-console/DebugConsole.tsx')).DebugConsole,
}));

function Launched(): ReactNode {
  const { launch } = useServices();
  const state = useStore(launch.store);
  switch (state.phase) {
    case 'starting':
      return <LoadingScreen />;
    case 'failed':
      return <LaunchFailedScreen onRetry={() => void launch.start()} />;
    case 'ready':
      return (
        <LaunchFactsContext value={state.facts}>
          <BrowserGate>
            <AppRoutes />
          </BrowserGate>
          {state.facts.settings.showLogs === true && (
            <Suspense fallback={null}>
              <DebugConsole />
            </Suspense>
          )}
        </LaunchFactsContext>
      );
  }
}

export function App({ services }: { readonly services: Services }): ReactNode {
  const { i18n } = useTranslation('common');
  return (
    <I18nProvider locale={i18n.language}>
      <ServicesContext value={services}>
        <ErrorBoundary>
          <Launched />
          <NotificationModal />
        </ErrorBoundary>
      </ServicesContext>
    </I18nProvider>
  );
}
