// SPDX-License-Identifier: Apache-2.0
import type { AnalysisPlaces } from '@perfuse/contract/configuration/measurement';
import { useStore } from 'zustand';
import { analysisPlacesOf, isAnalysedHere } from '../launch/analysis-places.ts';
import type { Session } from '../session/session-store.ts';
import type { Services } from './services.ts';
import { useServices, useSession, useVisit } from './use-services.ts';
import { isOnDevice, visitServicesOf } from './visit-services.ts';

export interface AnalysisPlace {
  readonly places: AnalysisPlaces;
  /** Whether the next measurement is analysed on this device, with nothing sent. */
  readonly isOnDevice: boolean;
}

/** Whether measurements are analysed on this device now. */
export const analysesOnDevice = (services: Services): boolean =>
  isOnDevice(services, visitServicesOf(services).visit.getState());

/** Where the next measurement is analysed, and whether the person may choose. */
export function useAnalysisPlace(): AnalysisPlace {
  const services = useServices();
  const visit = useVisit((all) => all);
  const launch = useStore(services.launch.store);
  const prefers = useSession((session: Session) => session.prefersDevice === true);
  const isSample = useSession((session: Session) => session.isSample);
  const places =
    launch.phase === 'ready' ? analysisPlacesOf(launch.facts.settings, visit) : 'service';
  const isOnDevice = isSample || isAnalysedHere(places, prefers);
  return { places, isOnDevice };
}
