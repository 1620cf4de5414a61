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

interface SessionActions {
  readonly completePreload: () => void;
  readonly acceptTerms: () => void;
  /** @param consent a guest's; consents of people with an account are at the service. */
  readonly completeConsent: (consent?: GivenConsent) => void;
  /** Adds that of a device for which the guest's consent is on record. */
  readonly addWithdrawalToken: (token: string) => void;
  /** Call when consent was withdrawn, here or on another device, or the policy has changed since. */
  readonly withdrawConsent: () => void;
  readonly setDemographicsEntryMode: (mode: DemographicsEntryMode) => void;
  /**
   * Enters the place of a launch, or of none. The session stored for its organisation is restored, except when the
   * person may be a different one: in a visit whose link named them, or where `isAnother` says so.
   */
  readonly enter: (place: SessionPlace, isAnother: boolean) => void;
  /** Adopts the session stored for this organisation and visit, as by another tab; null when none is stored. */
  readonly adopt: (stored: StoredSession | null) => void;
  /** Stores the form's input; the profile counts as incomplete until it is submitted again. */
  readonly editProfile: (profile: ProfileForm) => void;
  readonly completeProfile: () => void;
  readonly selectCamera: (deviceId: string | null) => void;
  /** Sets the person's choice, where the configuration allows one. */
  readonly preferDevice: (prefersDevice: boolean) => void;
  /** @param userId the signed-in person; null: nobody. */
  readonly identify: (userId: string | null) => void;
  /** Starts or stops measuring the sample instead of the person. */
  readonly watchSample: (isSample: boolean) => void;
  /** Publishes the outcome in `window.perfuse`, and on the results screen unless it is a failure. */
  readonly finishMeasurement: (outcome: MeasurementOutcome) => void;
  /** Removes a result without a signal, which shows the last good one. */
  readonly showEarlierResult: () => void;
  readonly notify: (notification: Notification) => void;
  readonly clearNotification: () => void;
  /** Resets the person's data: profile, consents, results. The organisation's settings and the signed-in user stay. */
  readonly reset: () => void;
}

export type Session = SessionState & SessionActions;
export type SessionStore = StoreApi<Session>;

export interface RestoredSession {
  readonly stored: StoredSession | null;
  readonly results: Results;
}

const NO_RESULTS = { lastMeasurement: null, results: [] } as const;

/** A new session with only these fields set. */
const anew = (kept: Partial<StoredSession>) => ({
  ...INITIAL_STORED_SESSION,
  ...kept,
  ...NO_RESULTS,
  notification: null,
});

/**
 * The session and flow state of one page, without React and without storage.
 * @param storedFor the session stored in this browser for an organisation.
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
    addWithdrawalToken: (token) =>
      set(({ withdrawalTokens = [] }) => ({
        withdrawalTokens: [...new Set(withdrawalTokens).add(token)],
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
        // Local storage was cleared, and never holds a visit.
        const taken = stored ?? { ...INITIAL_STORED_SESSION, organisation, userId };
        // Consent in another organisation, or by the person of another visit, does not apply here. Returns the same
        // state: a change would be stored, which the other tab would answer with a change, and so on.
        if (!isSamePlace(taken, state)) return state;
        // A person who withdraws consent, or is forgotten, is told that their results are deleted from this browser.
        const isForgotten =
          (state.consentCompleted && !taken.termsAccepted) ||
          (taken.userId ?? null) !== (userId ?? null);
        return {
          ...taken,
          // From the configuration that this tab was opened with.
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
