// SPDX-License-Identifier: Apache-2.0
import { authorises, givenConsentSchema, POLICY_VERSION } from '@perfuse/contract/account/consent';
import { DEMOGRAPHICS_ENTRY_MODES } from '@perfuse/contract/configuration/demographics-entry';
import { EMPTY_PROFILE, profileFormSchema } from '@perfuse/contract/person/profile';
import { z } from '@perfuse/contract/schema';
import type { MeasurementOutcome, Results } from './measurement-result.ts';
import { pairSchema } from './token-pair.ts';

/** What outlives a page load. Raise `version` when the shape changes. */
export const storedSessionSchema = z.object({
  version: z.literal(3),
  /** Camera consent. */
  termsAccepted: z.boolean(),
  consentCompleted: z.boolean(),
  /**
   * A guest's consent, which is sent for each device that measures, or anybody's to an analysis on this device, which
   * stays here; null for people with an account.
   */
  consent: z.nullable(givenConsentSchema),
  /** The devices for which a guest's consent is on record: each tab has its own, and with the tab goes its token. */
  devices: z.optional(z.array(pairSchema)),
  profileCompleted: z.boolean(),
  profile: profileFormSchema,
  /** Device id of the camera the person chose; a preference, the camera may be gone. */
  selectedCamera: z.nullable(z.string()),
  /** From the configuration of an organisation. */
  demographicsEntryMode: z.enum(DEMOGRAPHICS_ENTRY_MODES),
  /** Id of the organisation that consent was given to; null without a launch. */
  organisation: z.nullable(z.string()),
  /**
   * Session id of a visit whose link named the person: all this is that person's, and the tab's alone. Null: of whoever
   * uses this browser.
   */
  visit: z.nullable(z.string()),
  /** The person wants to be measured on this device alone, where the configuration leaves it to them. */
  prefersDevice: z.optional(z.boolean()),
  /** Id of who is signed in, so that a start without a network finds what they keep here; null: a guest. */
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
  /** True once this page load has the capture files; a new version may need others, so it is not stored. */
  readonly preloadCompleted: boolean;
  readonly notification: Notification | null;
  /** Raised whenever what somebody told is forgotten: an answer that was asked for before is about somebody else. */
  readonly era: number;
  /** The sample is measured, not the person: nothing of that is sent, and it needs no consent. Ends with the screen. */
  readonly isSample: boolean;
  /** How the last attempt of this tab ended, results or not. */
  readonly lastMeasurement: MeasurementOutcome | null;
  readonly results: Results;
}

export const INITIAL_STORED_SESSION: StoredSession = {
  version: 3,
  termsAccepted: false,
  consentCompleted: false,
  consent: null,
  devices: [],
  profileCompleted: false,
  profile: EMPTY_PROFILE,
  selectedCamera: null,
  demographicsEntryMode: 'profileForm',
  organisation: null,
  visit: null,
  prefersDevice: false,
  userId: null,
};

/** Whose a session is: the organisation that was agreed with, and the visit of a person whom a link named. */
export type SessionPlace = Pick<StoredSession, 'organisation' | 'visit'>;

export const isSamePlace = (one: SessionPlace, other: SessionPlace): boolean =>
  one.organisation === other.organisation && one.visit === other.visit;

/** A guest agreed to another version of the policy: the present one is put to them. */
export const underTodaysPolicy = (stored: StoredSession): StoredSession =>
  stored.consent === null || stored.consent.policy_version === POLICY_VERSION
    ? stored
    : { ...stored, consentCompleted: false, consent: null };

/**
 * Whose results this browser keeps and shows; null: a guest's; undefined: nobody's, in a visit whose link named the
 * person. That ends with its tab, and guests who come later are others.
 */
export const ownerOf = ({
  userId,
  visit,
}: Pick<StoredSession, 'userId' | 'visit'>): string | null | undefined =>
  userId ?? (visit === null ? null : undefined);

/** Whether whoever is here has begun: there is something of them to forget. */
export const hasBegun = ({
  termsAccepted,
  results,
}: Pick<SessionState, 'termsAccepted' | 'results'>): boolean => termsAccepted || results.length > 0;

/** What was agreed to is an analysis on this device and no processing by the service. */
export const isForDeviceOnly = ({ consent }: Pick<StoredSession, 'consent'>): boolean =>
  consent !== null && !authorises(consent, 'healthDataProcessing');

/** Whether what was agreed to covers an analysis in this place. A consent to the service's covers one on this device. */
export const hasConsented = (
  state: Pick<StoredSession, 'consentCompleted' | 'consent'>,
  isOnDevice: boolean,
): boolean => state.consentCompleted && (isOnDevice || !isForDeviceOnly(state));

/** The part of the state that is stored: no token, no notification, no results. */
export const storedPart = (state: SessionState): StoredSession => storedSessionSchema.parse(state);
