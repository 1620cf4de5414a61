// SPDX-License-Identifier: Apache-2.0
import { useIsCallbackMode, useVisit } from '../../../services/use-services.ts';
import { resultsSettingsOf, type ResultsSettings } from './results-settings.ts';

/** The results settings that follow from how this person opened the app. */
export function useResultsSettings(): ResultsSettings {
  const launched = useVisit((state) => state.launched);
  const isCallbackMode = useIsCallbackMode();
  return { ...resultsSettingsOf(launched?.settings ?? {}), isCallbackMode };
}
