// SPDX-License-Identifier: Apache-2.0
import type { StoredSession } from '../session/session-state.ts';
import { PATHS, type Path } from './paths.ts';

/** The step before the camera, where the ways back from it lead: an organisation may leave the profile out. */
export const stepBeforeCamera = ({
  demographicsEntryMode,
}: Pick<StoredSession, 'demographicsEntryMode'>): Path =>
  demographicsEntryMode === 'noDemographics' ? PATHS.consent : PATHS.profile;
