// SPDX-License-Identifier: Apache-2.0
import { memo, Suspense, useContext, useDeferredValue, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingBar } from '@perfuse/ui/feedback/LoadingBar.tsx';
import { lazyPart } from '@perfuse/ui/loading/lazy-part.ts';
import {
  BrowserRouter,
  createPath,
  Route,
  Routes,
  UNSAFE_NavigationContext,
  useLocation,
  type Location,
  type Navigator,
} from 'react-router';
// The first screen of every new visitor is bundled with the page's own script, not fetched after it.
import { PreloadScreen } from '../../features/preload/PreloadScreen.tsx';
import { HeaderAccount } from '../../features/session/HeaderAccount.tsx';
import { SessionWatcher } from '../../features/session/SessionWatcher.tsx';
import { SessionEndedNotice } from '../../features/session/SessionEndedNotice.tsx';
import { HeaderEndContext } from '../../components/screen/header-context.ts';
import { LazyNotices } from '../notices/LazyNotices.tsx';
import { ErrorBoundary } from '../errors/ErrorBoundary.tsx';
import { LoadingScreen } from '../../components/LoadingScreen.tsx';
import { basePathOf } from '../../config/base-path.ts';
import { Guarded } from './Guarded.tsx';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { RouteEffects } from './RouteEffects.tsx';
import { PATHS, type Path } from '../../routes/paths.ts';
import { useLaunchFacts } from '../../services/use-services.ts';
import { prefetchScreen } from './prefetch-screen.ts';
import { patternOf, ROUTE_TABLE } from '../../routes/route-table.ts';

const CameraConsentScreen = lazyPart(
  async () =>
    (await import('../../features/camera-consent/CameraConsentScreen.tsx')).CameraConsentScreen,
);
const ConsentScreen = lazyPart(
  async () => (await import('../../features/consent/ConsentScreen.tsx')).ConsentScreen,
);
const ProfileScreen = lazyPart(
  async () => (await import('../../features/profile/ProfileScreen.tsx')).ProfileScreen,
);
const LegalScreen = lazyPart(
  async () => (await import('../../features/legal/LegalScreen.tsx')).LegalScreen,
);
const PermissionScreen = lazyPart(
  async () => (await import('../../features/permission/PermissionScreen.tsx')).PermissionScreen,
);
const MeasurementScreen = lazyPart(
  async () => (await import('../../features/measurement/MeasurementScreen.tsx')).MeasurementScreen,
);
const ResultsScreen = lazyPart(
  async () => (await import('../../features/results/ResultsScreen.tsx')).ResultsScreen,
);

const LoginScreen = lazyPart(
  async () => (await import('../../features/login/LoginScreen.tsx')).LoginScreen,
);
const LogoutScreen = lazyPart(
  async () => (await import('../../features/logout/LogoutScreen.tsx')).LogoutScreen,
);
const ResetScreen = lazyPart(
  async () => (await import('../../features/reset/ResetScreen.tsx')).ResetScreen,
);
const ConfirmScreen = lazyPart(
  async () => (await import('../../features/reset/ConfirmScreen.tsx')).ConfirmScreen,
);

const PhoneScreen = lazyPart(
  async () => (await import('../../features/handoff/PhoneScreen.tsx')).PhoneScreen,
);

const MyProfileScreen = lazyPart(
  async () => (await import('../../features/my-profile/MyProfileScreen.tsx')).MyProfileScreen,
);
const HistoryScreen = lazyPart(
  async () => (await import('../../features/history/HistoryScreen.tsx')).HistoryScreen,
);

/** Only where the operator has enabled it. No step towards a measurement leads here. */
const StudyScreen = lazyPart(
  async () => (await import('../../features/study/StudyScreen.tsx')).StudyScreen,
);

const SCREENS: Readonly<Record<Path, ReactNode>> = {
  // Only redirects, to the first step that is not done.
  [PATHS.entry]: null,
  [PATHS.preload]: <PreloadScreen prefetch={prefetchScreen} />,
  [PATHS.cameraConsent]: <CameraConsentScreen />,
  [PATHS.consent]: <ConsentScreen />,
  [PATHS.login]: <LoginScreen />,
  [PATHS.logout]: <LogoutScreen />,
  [PATHS.reset]: <ResetScreen />,
  [PATHS.confirm]: <ConfirmScreen />,
  [PATHS.phone]: <PhoneScreen />,
  [PATHS.profile]: <ProfileScreen />,
  [PATHS.permission]: <PermissionScreen />,
  [PATHS.measurement]: <MeasurementScreen prefetch={prefetchScreen} />,
  [PATHS.results]: <ResultsScreen />,
  [PATHS.myProfile]: <MyProfileScreen />,
  [PATHS.history]: <HistoryScreen />,
  [PATHS.terms]: <LegalScreen page="terms" />,
  [PATHS.privacy]: <LegalScreen page="privacy" />,
  [PATHS.notFound]: <NotFoundScreen />,
};

/** Re-rendered only when the address of the shown screen changes. */
const ScreenRoutes = memo(({ location }: { readonly location: Location }): ReactNode => {
  const { settings } = useLaunchFacts();
  return (
    <Routes location={location}>
      {ROUTE_TABLE.map((row) => (
        <Route
          key={row.path}
          path={patternOf(row)}
          element={<Guarded row={row}>{SCREENS[row.path]}</Guarded>}
        />
      ))}
      {settings.study === true && <Route path="/study" element={<StudyScreen />} />}
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  );
});

/** The screen of the address. The previous screen stays until the new one's code and texts are loaded. */
function Screens(): ReactNode {
  const { t } = useTranslation('common');
  const location = useLocation();
  const shown = useDeferredValue(location);
  return (
    <>
      <RouteEffects pathname={shown.pathname} />
      {shown !== location && <LoadingBar label={t('loading')} />}
      <ErrorBoundary>
        <Suspense fallback={<LoadingScreen />}>
          <ScreenRoutes location={shown} />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

/** A control pressed again while its screen is loading adds no second entry, at which Back would seem to do nothing. */
function OneEntryPerScreen({ children }: { readonly children: ReactNode }): ReactNode {
  const context = useContext(UNSAFE_NavigationContext);
  const value = useMemo(() => {
    const { navigator } = context;
    const push: Navigator['push'] = (to, state, options) => {
      const { pathname, search, hash } = window.location;
      const path = typeof to === 'string' ? to : createPath(to);
      const isCurrent = state === undefined && path === pathname + search + hash;
      navigator[isCurrent ? 'replace' : 'push'](to, state, options);
    };
    return { ...context, navigator: { ...navigator, push } };
  }, [context]);
  return <UNSAFE_NavigationContext value={value}>{children}</UNSAFE_NavigationContext>;
}

export function AppRoutes(): ReactNode {
  return (
    <BrowserRouter basename={basePathOf(window.location.pathname)} useTransitions={false}>
      <OneEntryPerScreen>
        <LazyNotices />
        <HeaderEndContext value={<HeaderAccount />}>
          <Screens />
        </HeaderEndContext>
        <SessionWatcher prefetch={prefetchScreen} />
        <SessionEndedNotice />
      </OneEntryPerScreen>
    </BrowserRouter>
  );
}
