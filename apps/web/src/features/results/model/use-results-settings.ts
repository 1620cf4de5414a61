// SPDX-License-Identifier: Apache-2.0
import { useStore } from 'zustand';
import { useServices } from '../../../services/use-services.ts';
import { visitServicesOf } from '../../../services/visit-services.ts';
import { resultsSettingsOf, type ResultsSettings } from './results-settings.ts';

/** What the way in which this person came here changes about the results. */
export function useResultsSettings(): ResultsSettings {
  const { visit } = visitServicesOf(useServices());
  const launched = useStore(visit, (state) => state.launched);
  const isCallbackMode = useStore(visit, (state) => state.resultsCallbackUrl !== null);
  return { ...resultsSettingsOf(launched?.settings ?? {}), isCallbackMode };
}
