// SPDX-License-Identifier: Apache-2.0
import type { MeasurementConfiguration } from '@perfuse/contract/configuration/measurement';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** What brought the person here and how the organisation wants it: filled by an enterprise launch. */
export interface Visit {
  readonly configId: string | null;
  /** The integrator's. */
  readonly sessionId: string | null;
  /** Where the browser goes with results or an error; checked against the organisation's list before it is set. */
  readonly resultsCallbackUrl: string | null;
  /** Whether the configuration names an address for events; null while that is not known. */
  readonly wantsEvents: boolean | null;
  /** Language code of the launch profile, else of the configuration; null when neither names one. */
  readonly language: string | null;
  readonly measurement: MeasurementConfiguration;
}

export type VisitStore = StoreApi<Visit>;

/** @param launchable whether a launch may still tell more, as in the enterprise edition. */
export function createVisit(launchable: boolean): VisitStore {
  return createStore<Visit>()(() => ({
    configId: null,
    sessionId: null,
    resultsCallbackUrl: null,
    wantsEvents: launchable ? null : false,
    language: null,
    measurement: {},
  }));
}
