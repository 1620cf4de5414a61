// SPDX-License-Identifier: Apache-2.0
import { lazy, Suspense, type ReactNode } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router';
import { HeaderAccount } from '../../features/session/HeaderAccount.tsx';
import { SessionWatcher } from '../../features/session/SessionWatcher.tsx';
import { HeaderEndContext } from '../../ui/header-end.ts';
import { BackgroundNotices } from '../BackgroundNotices.tsx';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { LoadingScreen } from '../LoadingScreen.tsx';
import { basePathOf } from '../base-path.ts';
import { Guarded } from './Guarded.tsx';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { RouteEffects } from './RouteEffects.tsx';
import { PATHS } from './paths.ts';

const PreloadScreen = lazy(async () => ({
  default: (await import('../../features/preload/PreloadScreen.tsx')).PreloadScreen,
}));
const CameraConsentScreen = lazy(async () => ({
  default: (await import('../../features/camera-consent/CameraConsentScreen.tsx'))
    .CameraConsentScreen,
}));
const ConsentScreen = lazy(async () => ({
  default: (await import('../../features/consent/ConsentScreen.tsx')).ConsentScreen,
}));
const ProfileScreen = lazy(async () => ({
  default: (await import('../../features/profile/ProfileScreen.tsx')).ProfileScreen,
}));
const LegalScreen = lazy(async () => ({
  default: (await import('../../features/legal/LegalScreen.tsx')).LegalScreen,
}));
const PermissionScreen = lazy(async () => ({
  default: (await import('../../features/permission/PermissionScreen.tsx')).PermissionScreen,
}));
const MeasurementScreen = lazy(async () => ({
  default: (await import('../../features/measurement/MeasurementScreen.tsx')).MeasurementScreen,
}));
const ResultsScreen = lazy(async () => ({
  default: (await import('../../features/results/ResultsScreen.tsx')).ResultsScreen,
}));

const LoginScreen = lazy(async () => ({
  default: (await import('../../features/login/LoginScreen.tsx')).LoginScreen,
}));
const LogoutScreen = lazy(async () => ({
  default: (await import('../../features/logout/LogoutScreen.tsx')).LogoutScreen,
}));
const ResetScreen = lazy(async () => ({
  default: (await import('../../features/reset/ResetScreen.tsx')).ResetScreen,
}));
const ConfirmScreen = lazy(async () => ({
  default: (await import('../../features/reset/ConfirmScreen.tsx')).ConfirmScreen,
}));

const MyProfileScreen = lazy(async () => ({
  default: (await import('../../features/my-profile/MyProfileScreen.tsx')).MyProfileScreen,
}));
const HistoryScreen = lazy(async () => ({
  default: (await import('../../features/history/HistoryScreen.tsx')).HistoryScreen,
}));

/** Paths ending in `/*` also match what follows them (specification, section 2, 'not exact'). */
function screenRoutes(): ReactNode {
  const guarded = (path: (typeof PATHS)[keyof typeof PATHS], screen?: ReactNode): ReactNode => (
    <Guarded path={path}>{screen}</Guarded>
  );
  return (
    <Routes>
      <Route path="/" element={guarded(PATHS.entry)} />
      <Route path="/preload" element={guarded(PATHS.preload, <PreloadScreen />)} />
      <Route
        path="/camera-consent"
        element={guarded(PATHS.cameraConsent, <CameraConsentScreen />)}
      />
      <Route path="/consent/*" element={guarded(PATHS.consent, <ConsentScreen />)} />
      <Route path="/login/*" element={guarded(PATHS.login, <LoginScreen />)} />
      <Route path="/logout/*" element={guarded(PATHS.logout, <LogoutScreen />)} />
      <Route path="/reset" element={guarded(PATHS.reset, <ResetScreen />)} />
      <Route path="/confirm" element={guarded(PATHS.confirm, <ConfirmScreen />)} />
      <Route path="/profile/*" element={guarded(PATHS.profile, <ProfileScreen />)} />
      <Route path="/permission" element={guarded(PATHS.permission, <PermissionScreen />)} />
      <Route path="/measurement" element={guarded(PATHS.measurement, <MeasurementScreen />)} />
      <Route path="/results/*" element={guarded(PATHS.results, <ResultsScreen />)} />
      <Route path="/my-profile/*" element={guarded(PATHS.myProfile, <MyProfileScreen />)} />
      <Route path="/history" element={guarded(PATHS.history, <HistoryScreen />)} />
      <Route path="/terms" element={<LegalScreen page="terms" />} />
      <Route path="/privacy" element={<LegalScreen page="privacy" />} />
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  );
}

export function AppRoutes(): ReactNode {
  return (
    <BrowserRouter basename={basePathOf(window.location.pathname)}>
      <RouteEffects />
      <Suspense fallback={null}>
        <BackgroundNotices />
      </Suspense>
      <HeaderEndContext value={<HeaderAccount />}>
        <ErrorBoundary>
          <Suspense fallback={<LoadingScreen />}>{screenRoutes()}</Suspense>
        </ErrorBoundary>
      </HeaderEndContext>
      <SessionWatcher />
    </BrowserRouter>
  );
}
