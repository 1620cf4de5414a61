// SPDX-License-Identifier: Apache-2.0
import type { LaunchedConfiguration } from '@perfuse/contract/launch/configuration';
import { integratorDemographics } from '@perfuse/contract/launch/profile';
import type { Demographics } from '@perfuse/contract/person/demographics';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** The launch that brought the person here and the organisation's settings: filled by an enterprise launch. */
export interface Visit {
  readonly configId: string | null;
  /** The integrator's session id, or one made at the launch; null without a launch. */
  readonly sessionId: string | null;
  /** Where the browser goes with results or an error; checked against the organisation's list before it is set. */
  readonly resultsCallbackUrl: string | null;
  /** Whether the configuration names an address for events; null until that is known. */
  readonly wantsEvents: boolean | null;
  /** Language code of the launch profile, else of the configuration; null when neither names one. */
  readonly language: string | null;
  /** The launch's whole answer; null without one. */
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

/** @param launchable whether a launch may still change the visit, as in the enterprise edition. */
export function createVisit(launchable: boolean): VisitStore {
  return createStore<Visit>()(() => ({ ...NO_VISIT, wantsEvents: launchable ? null : false }));
}

/** The visit that a launch starts. */
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

/** The visit of an enterprise page that was opened without a link. */
export const visitWithoutLink = (): Visit => ({ ...NO_VISIT, wantsEvents: false });

/** Whether an integrator waits for the results and for the person to return. */
export const isCallbackMode = ({
  resultsCallbackUrl,
}: Pick<Visit, 'resultsCallbackUrl'>): boolean => resultsCallbackUrl !== null;

/** Whether the link named its person: then the visit is for them alone. Else it is for anyone using the browser. */
export const namesPerson = (launched: LaunchedConfiguration | null): boolean =>
  launched !== null && launched.profile !== null;

/** The person as the integrator described them; null where nothing is known. */
export function launchedPerson({ launched }: Visit): Demographics | null {
  const profile = launched?.profile ?? null;
  return profile === null ? null : integratorDemographics(profile);
}
