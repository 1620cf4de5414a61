// SPDX-License-Identifier: Apache-2.0
import type { LaunchedConfiguration } from '@perfuse/contract/launch/configuration';
import { integratorDemographics } from '@perfuse/contract/launch/profile';
import type { Demographics } from '@perfuse/contract/person/demographics';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** What brought the person here and how the organisation wants it: filled by an enterprise launch. */
export interface Visit {
  readonly configId: string | null;
  /** The integrator's, or one made at the launch; null without a launch. */
  readonly sessionId: string | null;
  /** Where the browser goes with results or an error; checked against the organisation's list before it is set. */
  readonly resultsCallbackUrl: string | null;
  /** Whether the configuration names an address for events; null while that is not known. */
  readonly wantsEvents: boolean | null;
  /** Language code of the launch profile, else of the configuration; null when neither names one. */
  readonly language: string | null;
  /** All that the launch answered; null without one. */
  readonly launched: LaunchedConfiguration | null;
  /** The integrator's tokens have ended with the measurement. */
  readonly isOver: boolean;
}

export type VisitStore = StoreApi<Visit>;

const NO_VISIT: Omit<Visit, 'wantsEvents'> = {
  configId: null,
  sessionId: null,
  resultsCallbackUrl: null,
  language: null,
  launched: null,
  isOver: false,
};

/** @param launchable whether a launch may still tell more, as in the enterprise edition. */
export function createVisit(launchable: boolean): VisitStore {
  return createStore<Visit>()(() => ({ ...NO_VISIT, wantsEvents: launchable ? null : false }));
}

/** The visit that a launch begins. */
export function visitOf(launched: LaunchedConfiguration): Visit {
  return {
    configId: launched.configId,
    sessionId: launched.sessionId,
    resultsCallbackUrl: launched.resultsCallbackUrl,
    wantsEvents: launched.wantsEvents,
    language: launched.settings.language ?? null,
    launched,
    isOver: false,
  };
}

/** The one visit of an enterprise page that no link opened. */
export const visitWithoutLink = (): Visit => ({ ...NO_VISIT, wantsEvents: false });

/** Whether an integrator waits for the results, and for the person to come back. */
export const isCallbackMode = ({
  resultsCallbackUrl,
}: Pick<Visit, 'resultsCallbackUrl'>): boolean => resultsCallbackUrl !== null;

/** Whether the link named its person: then the visit is theirs alone. Else it is for whoever uses the browser. */
export const namesPerson = (launched: LaunchedConfiguration | null): boolean =>
  launched !== null && launched.profile !== null;

/** The person as the integrator described them; null where nothing is known. */
export function launchedPerson({ launched }: Visit): Demographics | null {
  const profile = launched?.profile ?? null;
  return profile === null ? null : integratorDemographics(profile);
}
