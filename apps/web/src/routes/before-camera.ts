// SPDX-License-Identifier: Apache-2.0
import type { StoredSession } from '../session/session-state.ts';
import { PATHS, type Path } from './paths.ts';

/** The step before the camera, to which back links lead: an organisation may omit the profile. */
export const stepBeforeCamera = ({
  demographicsEntryMode,
}: Pick<StoredSession, 'demographicsEntryMode'>): Path =>
  demographicsEntryMode === 'noDemographics' ? PATHS.consent : PATHS.profile;
