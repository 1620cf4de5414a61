// SPDX-License-Identifier: Apache-2.0
import type { LaunchSettings } from '@perfuse/contract/launch/configuration';

/** What an organisation's configuration changes about the results. */
export interface ResultsSettings {
  /** Names of the sections to show, as configurations list them; null when none is listed. */
  readonly resultPages: readonly string[] | null;
  /** Omits dials, ring and range bars; numbers and words stay. */
  readonly hideHistograms: boolean;
  /** The app was opened by an integrator who awaits the results: there is no profile to go to. */
  readonly isCallbackMode: boolean;
}

/** Without a configuration everything is shown. */
export const ALL_RESULTS: ResultsSettings = {
  resultPages: null,
  hideHistograms: false,
  isCallbackMode: false,
};

/** The settings of a launch; where they say nothing everything is shown. */
export function resultsSettingsOf({
  resultPages,
  hideHistograms,
}: Partial<Pick<LaunchSettings, 'resultPages' | 'hideHistograms'>>): ResultsSettings {
  return {
    ...ALL_RESULTS,
    resultPages: resultPages ?? null,
    hideHistograms: hideHistograms ?? false,
  };
}
