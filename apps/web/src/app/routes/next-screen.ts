// SPDX-License-Identifier: Apache-2.0
import i18next from 'i18next';
import type { Session } from '../session/session-store.ts';
import { PATHS, type Path } from './paths.ts';

interface NextScreen {
  readonly code: () => Promise<unknown>;
  /** Namespaces that it shows besides those of the start. */
  readonly texts: readonly string[];
}

/** Screens that a preload can lead to. */
const NEXT: Partial<Record<Path, NextScreen>> = {
  [PATHS.cameraConsent]: {
    code: () => import('../../features/camera-consent/CameraConsentScreen.tsx'),
    texts: ['camera-consent'],
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
    texts: ['measurement', 'camera'],
  },
};

type Done = Pick<Session, 'termsAccepted' | 'consentCompleted' | 'demographicsEntryMode'>;

/** The screen that most probably comes after the preload; the guards have the last word. */
export function screenAfterPreload(session: Done, goesStraightToCamera: boolean): Path {
  if (goesStraightToCamera) return PATHS.measurement;
  if (!session.termsAccepted) return PATHS.cameraConsent;
  if (!session.consentCompleted) return PATHS.consent;
  return session.demographicsEntryMode === 'noDemographics' ? PATHS.measurement : PATHS.profile;
}

/**
 * Fetches a screen beside what is under way, so that it shows at once when its turn comes. What cannot be had now is
 * asked for again, and missed aloud, by the screen itself.
 */
export async function fetchScreen(path: Path): Promise<void> {
  const next = NEXT[path];
  await Promise.allSettled([next?.code(), i18next.loadNamespaces(next?.texts ?? [])]);
}
