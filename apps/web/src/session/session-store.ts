// SPDX-License-Identifier: Apache-2.0
import type { DemographicsEntryMode } from '@perfuse/contract/configuration/demographics-entry';
import type { GivenConsent } from '@perfuse/contract/account/consent';
import type { ProfileForm } from '@perfuse/contract/person/profile';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { resultsAfter, type MeasurementOutcome, type Results } from './measurement-result.ts';
import {
  INITIAL_STORED_SESSION,
  isSamePlace,
  underTodaysPolicy,
  type Notification,
  type SessionPlace,
  type SessionState,
  type StoredSession,
} from './session-state.ts';
import type { TokenPair } from './token-pair.ts';

interface SessionActions {
  readonly completePreload: () => void;
  readonly acceptTerms: () => void;
  /** @param consent a guest's; people with an account have theirs at the service. */
  readonly completeConsent: (consent?: GivenConsent) => void;
  /** The guest's consent is on record for this device. */
  readonly addDevice: (pair: TokenPair) => void;
  /** A device has another pair: the one before is no longer accepted. */
  readonly renewDevice: (before: TokenPair, pair: TokenPair) => void;
  /** Consent was withdrawn, here or on another device, or the policy has changed since. */
  readonly withdrawConsent: () => void;
  readonly setDemographicsEntryMode: (mode: DemographicsEntryMode) => void;
  /**
   * The person came by a launch, or by none. In another organisation they find what was stored for that one; when it
   * may be another person, as in a visit whose link named them or where `isAnother` says so, nothing.
   */
  readonly enter: (place: SessionPlace, isAnother: boolean) => void;
  /** Takes over what was stored for this organisation and visit, as by another tab; null when it stored nothing. */
  readonly adopt: (stored: StoredSession | null) => void;
  /** Keeps what is typed; the profile counts as incomplete until it is submitted again. */
  readonly editProfile: (profile: ProfileForm) => void;
  readonly completeProfile: () => void;
  readonly selectCamera: (deviceId: string | null) => void;
  /** The person's wish, where the configuration leaves it to them. */
  readonly preferDevice: (prefersDevice: boolean) => void;
  /** @param userId who is signed in; null: nobody. */
  readonly identify: (userId: string | null) => void;
  /** The sample in the place of the person, or no more. */
  readonly watchSample: (isSample: boolean) => void;
  /** Puts the outcome into `window.perfuse`, and on the results screen unless it is a failure. */
  readonly finishMeasurement: (outcome: MeasurementOutcome) => void;
  /** Takes the result without a signal away from before the last good one. */
  readonly showEarlierResult: () => void;
  readonly notify: (notification: Notification) => void;
  readonly clearNotification: () => void;
  /** Forgets what the person told: profile, consents, results. What the organisation configured stays, and who is signed in. */
  readonly reset: () => void;
}

export type Session = SessionState & SessionActions;
export type SessionStore = StoreApi<Session>;

export interface RestoredSession {
  readonly stored: StoredSession | null;
  readonly results: Results;
}

const NO_RESULTS = { lastMeasurement: null, results: [] } as const;

/** A session of which nothing is known but this. */
const anew = (kept: Partial<StoredSession>) => ({
  ...INITIAL_STORED_SESSION,
  ...kept,
  ...NO_RESULTS,
  notification: null,
});

/**
 * The session and flow state of one page, without React and without storage.
 * @param storedFor what was stored for whoever uses this browser, in an organisation.
 */
export function createSessionStore(
  restored: RestoredSession,
  storedFor: (organisation: string | null) => StoredSession | null = () => null,
): SessionStore {
  return createStore<Session>()((set) => ({
    ...underTodaysPolicy(restored.stored ?? INITIAL_STORED_SESSION),
    preloadCompleted: false,
    isSample: false,
    notification: null,
    era: 0,
    lastMeasurement: restored.results[0] ?? null,
    results: restored.results,
    completePreload: () => set({ preloadCompleted: true }),
    acceptTerms: () => set({ termsAccepted: true }),
    completeConsent: (consent) => set({ consentCompleted: true, consent: consent ?? null }),
    addDevice: (pair) =>
      set(({ devices = [] }) => ({
        devices: [...devices.filter(({ Token }) => Token !== pair.Token), pair],
      })),
    renewDevice: (before, pair) =>
      set(({ devices = [] }) => ({
        devices: devices.map((one) => (one.RefreshToken === before.RefreshToken ? pair : one)),
      })),
    withdrawConsent: () => set({ consentCompleted: false, consent: null }),
    setDemographicsEntryMode: (demographicsEntryMode) => set({ demographicsEntryMode }),
    enter: (place, isAnother) =>
      set((state) => {
        if (!isAnother && isSamePlace(state, place)) return state;
        const isNobodyElse = !isAnother && place.visit === null;
        const stored = isNobodyElse ? storedFor(place.organisation) : null;
        const { userId } = state;
        const isTheirs = stored !== null && stored.userId === userId;
        return {
          ...anew({ ...(isTheirs ? underTodaysPolicy(stored) : {}), ...place, userId }),
          era: state.era + 1,
        };
      }),
    adopt: (stored) =>
      set((state) => {
        const { organisation, userId, demographicsEntryMode } = state;
        // Local storage, which was cleared, holds nothing of a visit.
        const taken = stored ?? { ...INITIAL_STORED_SESSION, organisation, userId };
        // What is agreed to in another organisation, or by the person of another visit, is not agreed to here.
        // The state itself: a change would be stored, which the other tab would answer in the same way, and so on.
        if (!isSamePlace(taken, state)) return state;
        // Who takes their consent back, or is forgotten, is told that their results are gone from this browser.
        const isForgotten =
          (state.consentCompleted && !taken.termsAccepted) ||
          (taken.userId ?? null) !== (userId ?? null);
        return {
          ...taken,
          // That of the configuration which this tab was opened with.
          demographicsEntryMode,
          ...(isForgotten && { ...NO_RESULTS, era: state.era + 1 }),
        };
      }),
    editProfile: (profile) => set({ profile, profileCompleted: false }),
    completeProfile: () => set({ profileCompleted: true }),
    selectCamera: (selectedCamera) => set({ selectedCamera }),
    preferDevice: (prefersDevice) => set({ prefersDevice }),
    identify: (userId) => set({ userId }),
    watchSample: (isSample) => set({ isSample }),
    finishMeasurement: (outcome) =>
      set(({ results }) => ({
        lastMeasurement: outcome,
        results: resultsAfter(results, outcome),
      })),
    showEarlierResult: () => set(({ results }) => ({ results: results.slice(1) })),
    notify: (notification) => set({ notification }),
    clearNotification: () => set({ notification: null }),
    reset: () =>
      set(({ demographicsEntryMode, organisation, visit, userId, era }) => ({
        ...anew({ demographicsEntryMode, organisation, visit, userId }),
        era: era + 1,
      })),
  }));
}
