// SPDX-License-Identifier: Apache-2.0
import type { Edition } from '../config/build.ts';
import { z } from '@perfuse/contract/schema';
import type { Session } from '../session/session-store.ts';
import { PATHS, type Path } from './paths.ts';

/**
 * An organisation with a results callback has asked everything else itself.
 * @param wanted the screen that needed the files.
 */
export function afterPreload(
  edition: Edition,
  isCallbackMode: boolean,
  wanted: Path | null = null,
): Path {
  if (wanted !== null) return wanted;
  return edition === 'enterprise' && isCallbackMode ? PATHS.measurement : PATHS.entry;
}

/** State of the history entry that redirects to the preload. */
const preloadState = z.object({ wanted: z.enum(PATHS) });
export type PreloadState = z.infer<typeof preloadState>;

/** @param state of the history entry. @returns the screen that needs the files; null where none was requested. */
export function wantedAfterPreload(state: unknown): Path | null {
  const parsed = preloadState.safeParse(state);
  return parsed.success ? parsed.data.wanted : null;
}

type Done = Pick<Session, 'termsAccepted' | 'consentCompleted' | 'demographicsEntryMode'>;

/** The screen that most probably follows the preload; the guards decide. */
export function screenAfterPreload(session: Done, goesStraightToCamera: boolean): Path {
  if (goesStraightToCamera) return PATHS.measurement;
  if (!session.termsAccepted) return PATHS.cameraConsent;
  if (!session.consentCompleted) return PATHS.consent;
  return session.demographicsEntryMode === 'noDemographics' ? PATHS.measurement : PATHS.profile;
}
