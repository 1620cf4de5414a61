// SPDX-License-Identifier: Apache-2.0
import i18next from 'i18next';
import { nextTask } from '../../first-screen/tasks.ts';
import { PATHS, type Path } from '../../routes/paths.ts';

interface PrefetchedScreen {
  readonly code: () => Promise<unknown>;
  /** Its namespaces, except those loaded at start-up. */
  readonly texts: readonly string[];
  /** Fetches what the screen needs only after further actions or scrolling. */
  readonly later?: () => Promise<unknown>;
}

/** Screens that the preload, a measurement or a session's end leads to. */
const SCREENS: Partial<Record<Path, PrefetchedScreen>> = {
  [PATHS.cameraConsent]: {
    code: () => import('../../features/camera-consent/CameraConsentScreen.tsx'),
    texts: ['camera-consent', 'camera'],
  },
  [PATHS.consent]: {
    code: () => import('../../features/consent/ConsentScreen.tsx'),
    texts: ['consent'],
  },
  [PATHS.profile]: {
    code: () => import('../../features/profile/ProfileScreen.tsx'),
    texts: ['profile'],
  },
  [PATHS.measurement]: {
    code: () => import('../../features/measurement/MeasurementScreen.tsx'),
    // The last two are for the labels in callback mode, which skips the earlier screens.
    texts: ['measurement', 'camera', 'camera-consent', 'export'],
  },
  [PATHS.logout]: {
    code: () => import('../../features/logout/LogoutScreen.tsx'),
    texts: ['history'],
  },
  [PATHS.results]: {
    code: () =>
      Promise.all([
        import('../../features/results/ResultsScreen.tsx'),
        import('../../features/results/ResultsExtras.tsx'),
      ]),
    texts: ['results', 'evidence', 'metric-info', 'reasons'],
    later: () =>
      Promise.all([
        import('../../features/results/evidence/EvidencePlots.tsx'),
        i18next.loadNamespaces(['export', 'handoff', 'camera']),
      ]),
  },
};

/**
 * Fetches the code and the texts of a screen ahead of its use. A failure is ignored: the screen fetches them again when
 * it opens, and reports an error then.
 * @param isWhole also fetches what the screen would load later, so that it needs no network.
 */
export async function prefetchScreen(path: Path, isWhole = false): Promise<void> {
  const screen = SCREENS[path];
  // Requesting a few files takes a phone as long as rendering part of the screen: not in the same task.
  await nextTask();
  await Promise.allSettled([
    screen?.code(),
    nextTask().then(() => i18next.loadNamespaces(screen?.texts ?? [])),
    isWhole ? screen?.later?.() : null,
  ]);
}
