// SPDX-License-Identifier: Apache-2.0
import { Suspense, useMemo, type ReactNode } from 'react';
import { lazyPart } from '@perfuse/ui/loading/lazy-part.ts';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { ErrorBoundary } from './errors/ErrorBoundary.tsx';
import { LoadingScreen } from '../components/LoadingScreen.tsx';
import { FinishedDialog } from './notices/FinishedDialog.tsx';
import { NotificationModal } from './notices/NotificationModal.tsx';
import { BrandContext } from '@perfuse/ui/graphics/brand.ts';
import { BrowserGate } from './startup/BrowserGate.tsx';
import { EDITION } from '../config/build.ts';
import { brandOf } from '../launch/branding.ts';
import { launchedFacts } from './startup/launched-facts.ts';
import type { LaunchFacts } from '../launch/launch.ts';
import type { LinkActor } from './startup/link-machine.ts';
import { AppRoutes } from './routes/AppRoutes.tsx';
import type { Services } from '../services/services.ts';
import {
  LaunchFactsContext,
  RetryStartContext,
  ServicesContext,
  useServices,
  useVisit,
} from '../services/use-services.ts';

/** The facts for screens that can be read without the service. */
const UNKNOWN: LaunchFacts = {
  analysisHost: '',
  requiresAuthentication: false,
  signIn: { loginType: 'password', allowSignup: false, orgIdentifier: '' },
  settings: {},
};

const DebugConsole = lazyPart(
  async () => (await import('../features/debug-console/DebugConsole.tsx')).DebugConsole,
);

const LinkGate = lazyPart(async () => (await import('./startup/LinkGate.tsx')).LinkGate);

function Started(): ReactNode {
  const services = useServices();
  const { launch } = services;
  const state = useStore(launch.store);
  const visit = useVisit((all) => all);
  const found = state.phase === 'ready' ? state.facts : null;
  // Memoised: screens depend on its identity.
  const facts = useMemo(
    () => (found === null ? null : launchedFacts(found, visit)),
    [found, visit],
  );
  if (state.phase === 'failed') {
    return (
      <LaunchFactsContext value={UNKNOWN}>
        <RetryStartContext value={() => void launch.start()}>
          <AppRoutes />
        </RetryStartContext>
      </LaunchFactsContext>
    );
  }
  if (facts === null) return <LoadingScreen isFirst />;
  return (
    <LaunchFactsContext value={facts}>
      <BrowserGate>
        <AppRoutes />
      </BrowserGate>
      {facts.settings.showLogs === true && (
        <Suspense fallback={null}>
          <DebugConsole />
        </Suspense>
      )}
    </LaunchFactsContext>
  );
}

export interface AppProps {
  readonly services: Services;
  /** The launch of the link that opened the page; null if none did. */
  readonly link: LinkActor | null;
}

function Launched({ link }: Pick<AppProps, 'link'>): ReactNode {
  const launched = useVisit((state) => state.launched);
  const brand = useMemo(() => brandOf({ launched }), [launched]);
  return (
    <BrandContext value={brand}>
      {link === null ? (
        <Started />
      ) : (
        <Suspense fallback={<LoadingScreen />}>
          <LinkGate actor={link}>
            <Started />
          </LinkGate>
        </Suspense>
      )}
    </BrandContext>
  );
}

export function App({ services, link }: AppProps): ReactNode {
  const { i18n } = useTranslation('common');
  return (
    <I18nProvider locale={i18n.language}>
      <ServicesContext value={services}>
        <ErrorBoundary>
          <Launched link={link} />
          <NotificationModal />
          {EDITION === 'enterprise' && <FinishedDialog />}
        </ErrorBoundary>
      </ServicesContext>
    </I18nProvider>
  );
}
