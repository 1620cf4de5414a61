// SPDX-License-Identifier: Apache-2.0
import type { AnalysisPlaces } from '@perfuse/contract/configuration/measurement';
import type { LaunchFacts } from './launch.ts';
import { isCallbackMode, type Visit } from './visit.ts';

/** Whether a measurement is analysed on this device if the device is able to. */
export const isAnalysedHere = (places: AnalysisPlaces, prefersDevice: boolean): boolean =>
  places === 'device' || (places === 'choice' && prefersDevice);

/**
 * Where measurements of this visit may be analysed: as set by the organisation of the link, else by the installation.
 * Results that the service encrypts or posts to an integrator must be analysed by the service.
 */
export function analysisPlacesOf(
  settings: Pick<LaunchFacts['settings'], 'analysis'>,
  visit: Pick<Visit, 'launched' | 'resultsCallbackUrl'>,
): AnalysisPlaces {
  const { launched } = visit;
  if (launched === null) return settings.analysis ?? 'service';
  const { analysis = 'service', encryptResults } = launched.settings;
  const isByService = isCallbackMode(visit) && (encryptResults || launched.postsResults);
  return analysis === 'choice' && isByService ? 'service' : analysis;
}
