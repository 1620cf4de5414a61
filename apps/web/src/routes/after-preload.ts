// SPDX-License-Identifier: Apache-2.0
import type { Edition } from '../config/build.ts';
import { z } from '@perfuse/contract/schema';
import type { Session } from '../session/session-store.ts';
import { PATHS, type Path } from './paths.ts';

/**
 * An organisation that wants its results called back has asked everything else itself; so has the device that the
 * person comes from.
 */
export function afterPreload(
  edition: Edition,
  resultsCallbackUrl: string | null,
  isHandedOver = false,
): Path {
  if (isHandedOver) return PATHS.measurement;
  const isCallback = resultsCallbackUrl !== null && resultsCallbackUrl !== '';
  return edition === 'enterprise' && isCallback ? PATHS.measurement : PATHS.entry;
}

const handedOver = z.object({ isHandedOver: z.literal(true) });

/** State of the history entry with which a phone comes to the preload. */
export const HANDED_OVER: z.infer<typeof handedOver> = { isHandedOver: true };

/** @param state of the history entry. */
export const isHandedOver = (state: unknown): boolean => handedOver.safeParse(state).success;

type Done = Pick<Session, 'termsAccepted' | 'consentCompleted' | 'demographicsEntryMode'>;

/** The screen that most probably comes after the preload; the guards have the last word. */
export function screenAfterPreload(session: Done, goesStraightToCamera: boolean): Path {
  if (goesStraightToCamera) return PATHS.measurement;
  if (!session.termsAccepted) return PATHS.cameraConsent;
  if (!session.consentCompleted) return PATHS.consent;
  return session.demographicsEntryMode === 'noDemographics' ? PATHS.measurement : PATHS.profile;
}
