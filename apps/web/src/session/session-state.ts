// SPDX-License-Identifier: Apache-2.0
import { authorises, givenConsentSchema, POLICY_VERSION } from '@perfuse/contract/account/consent';
import { DEMOGRAPHICS_ENTRY_MODES } from '@perfuse/contract/configuration/demographics-entry';
import { EMPTY_PROFILE, profileFormSchema } from '@perfuse/contract/person/profile';
import { z } from '@perfuse/contract/schema';
import type { MeasurementOutcome, Results } from './measurement-result.ts';

/** The state that survives a page load. Increment `version` when the shape changes. */
export const storedSessionSchema = z.object({
  version: z.literal(3),
  /** Camera consent. */
  termsAccepted: z.boolean(),
  consentCompleted: z.boolean(),
  /**
   * A guest's consent, which is sent for each device that measures, or anyone's consent to an analysis on this device,
   * which stays here; null for people with an account.
   */
  consent: z.nullable(givenConsentSchema),
  /**
   * Tokens that can withdraw a guest's consent and nothing else, of each device that it is on record for: each tab has a
   * device of its own, whose access token is lost with the tab.
   */
  withdrawalTokens: z.optional(z.array(z.string())),
  profileCompleted: z.boolean(),
  profile: profileFormSchema,
  /** Device id of the chosen camera; a preference, since the camera may no longer exist. */
  selectedCamera: z.nullable(z.string()),
  /** Set by an organisation's configuration. */
  demographicsEntryMode: z.enum(DEMOGRAPHICS_ENTRY_MODES),
  /** Id of the organisation that consent was given to; null without a launch. */
  organisation: z.nullable(z.string()),
  /**
   * Session id of a visit whose link named the person: all this state is that person's, in this tab only. Null: state
   * of anyone using this browser.
   */
  visit: z.nullable(z.string()),
  /** Whether the person chose to be measured on this device only, where the configuration allows a choice. */
  prefersDevice: z.optional(z.boolean()),
  /** Id of the signed-in person, so that a start without a network finds their stored results; null: a guest. */
  userId: z.optional(z.nullable(z.string())),
});
export type StoredSession = z.infer<typeof storedSessionSchema>;

/** One message in a modal with an OK button. The texts are already in the person's language. */
export interface Notification {
  readonly kind: 'info' | 'warning' | 'error';
  readonly title: string;
  readonly message: string;
}

export interface SessionState extends StoredSession {
  /** True once this page load has the capture files. Not stored, as a new version may need others. */
  readonly preloadCompleted: boolean;
  readonly notification: Notification | null;
  /** Incremented whenever a person's data are reset: the answer to an earlier request then concerns somebody else. */
  readonly era: number;
  /**
   * Whether the sample is measured instead of the person: nothing of it is sent, and it needs no consent. Ends with the
   * screen.
   */
  readonly isSample: boolean;
  /** Outcome of the last attempt of this tab, with or without results. */
  readonly lastMeasurement: MeasurementOutcome | null;
  readonly results: Results;
}

export const INITIAL_STORED_SESSION: StoredSession = {
  version: 3,
  termsAccepted: false,
  consentCompleted: false,
  consent: null,
  withdrawalTokens: [],
  profileCompleted: false,
  profile: EMPTY_PROFILE,
  selectedCamera: null,
  demographicsEntryMode: 'profileForm',
  organisation: null,
  visit: null,
  prefersDevice: false,
  userId: null,
};

/** Owner of a session: the organisation that consent was given to, and the visit of a person whom a link named. */
export type SessionPlace = Pick<StoredSession, 'organisation' | 'visit'>;

export const isSamePlace = (one: SessionPlace, other: SessionPlace): boolean =>
  one.organisation === other.organisation && one.visit === other.visit;

/** Drops a guest's consent to another version of the policy, so that the current one is shown. */
export const underTodaysPolicy = (stored: StoredSession): StoredSession =>
  stored.consent === null || stored.consent.policy_version === POLICY_VERSION
    ? stored
    : { ...stored, consentCompleted: false, consent: null };

/**
 * Owner of the results that this browser stores and shows; null: a guest; undefined: nobody, in a visit whose link
 * named the person. Such a visit ends with its tab, and later guests are other people.
 */
export const ownerOf = ({
  userId,
  visit,
}: Pick<StoredSession, 'userId' | 'visit'>): string | null | undefined =>
  userId ?? (visit === null ? null : undefined);

/** Whether the person has started, so that there is data to delete. */
export const hasBegun = ({
  termsAccepted,
  results,
}: Pick<SessionState, 'termsAccepted' | 'results'>): boolean => termsAccepted || results.length > 0;

/** Whether the consent covers only an analysis on this device and no processing by the service. */
export const isForDeviceOnly = ({ consent }: Pick<StoredSession, 'consent'>): boolean =>
  consent !== null && !authorises(consent, 'healthDataProcessing');

/**
 * Whether the consent covers an analysis in this place. Consent to the service's analysis covers one on this device.
 */
export const hasConsented = (
  state: Pick<StoredSession, 'consentCompleted' | 'consent'>,
  isOnDevice: boolean,
): boolean => state.consentCompleted && (isOnDevice || !isForDeviceOnly(state));

/** The part of the state that is stored: no token, no notification, no results. */
export const storedPart = (state: SessionState): StoredSession => storedSessionSchema.parse(state);
