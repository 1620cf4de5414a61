// SPDX-License-Identifier: Apache-2.0
import { LAUNCH_FAILURES } from '@perfuse/contract/failures/launch-failures';
import { Suspense, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isUnsupported, unsupportedBrowsers } from '../../platform/browser/unsupported.ts';
import { Screen } from '../../components/screen/Screen.tsx';
import { LoadingScreen } from '../../components/LoadingScreen.tsx';
import {
  useIsCallbackMode,
  useLaunchFacts,
  useServices,
  useVisit,
} from '../../services/use-services.ts';
import { visitServicesOf } from '../../services/visit-services.ts';
import { leavePage } from '../../launch/embedding.ts';
import { leaveToCallback } from '../../launch/leave-to-callback.ts';
import type { WebSettings } from '../../launch/launch.ts';
import type { Visit } from '../../launch/visit.ts';

const { callback, event } = LAUNCH_FAILURES.UNSUPPORTED_BROWSER;

/** No browser is refused while a launch may still supply its own list. */
const isRefused = ({ wantsEvents, launched }: Visit, settings: WebSettings): boolean =>
  wantsEvents !== null &&
  isUnsupported(navigator.userAgent, unsupportedBrowsers(launched?.settings ?? {}, settings));

function Refused(): ReactNode {
  const { t } = useTranslation('measurement');
  const services = useServices();
  const { visit, events } = visitServicesOf(services);
  const isLeaving = useIsCallbackMode();
  useEffect(() => {
    events.tell(event, { reason: 'UNSUPPORTED_BROWSER' });
    leaveToCallback({ visit, events, goTo: leavePage }, { error: callback });
  }, [visit, events]);
  if (isLeaving) return <LoadingScreen />;
  return (
    <Screen
      title={t('failures.unsupportedBrowser.title')}
      lead={t('failures.unsupportedBrowser.message')}
    />
  );
}

/** Before every screen: a browser that the configuration refuses gets a message before anything is loaded. */
export function BrowserGate({ children }: { readonly children: ReactNode }): ReactNode {
  const { settings } = useLaunchFacts();
  if (!useVisit((state) => isRefused(state, settings))) return children;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Refused />
    </Suspense>
  );
}
