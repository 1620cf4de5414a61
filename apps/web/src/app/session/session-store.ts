// SPDX-License-Identifier: Apache-2.0
import type { ProfileForm } from '@perfuse/contract/person/profile';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { MeasurementOutcome } from './measurement-result.ts';
import {
  INITIAL_STORED_SESSION,
  type Notification,
  type SessionState,
  type StoredSession,
} from './session-state.ts';

interface SessionActions {
  readonly completePreload: () => void;
  readonly acceptTerms: () => void;
  readonly completeConsent: () => void;
  /** Keeps what is typed; the profile counts as incomplete until it is submitted again. */
  readonly editProfile: (profile: ProfileForm) => void;
  readonly completeProfile: () => void;
  readonly selectCamera: (deviceId: string | null) => void;
  /** Puts the outcome on the results screen and into `window.perfuse`. */
  readonly finishMeasurement: (outcome: MeasurementOutcome) => void;
  readonly notify: (notification: Notification) => void;
  readonly clearNotification: () => void;
  /** Forgets the person: profile, consents, results. */
  readonly reset: () => void;
}

export type Session = SessionState & SessionActions;
export type SessionStore = StoreApi<Session>;

export interface RestoredSession {
  readonly stored: StoredSession | null;
  readonly lastMeasurement: MeasurementOutcome | null;
}

/** The session and flow state of one page, without React and without storage. */
export function createSessionStore(restored: RestoredSession): SessionStore {
  return createStore<Session>()((set) => ({
    ...(restored.stored ?? INITIAL_STORED_SESSION),
    preloadCompleted: false,
    notification: null,
    lastMeasurement: restored.lastMeasurement,
    completePreload: () => set({ preloadCompleted: true }),
    acceptTerms: () => set({ termsAccepted: true }),
    completeConsent: () => set({ consentCompleted: true }),
    editProfile: (profile) => set({ profile, profileCompleted: false }),
    completeProfile: () => set({ profileCompleted: true }),
    selectCamera: (selectedCamera) => set({ selectedCamera }),
    finishMeasurement: (lastMeasurement) => set({ lastMeasurement }),
    notify: (notification) => set({ notification }),
    clearNotification: () => set({ notification: null }),
    reset: () => set({ ...INITIAL_STORED_SESSION, notification: null, lastMeasurement: null }),
  }));
}
