// SPDX-License-Identifier: Apache-2.0
import type { ChannelCode } from '@perfuse/contract/results/channels';
import { BUILD } from './build.ts';

interface Quirk<T> {
  /** Value that the product uses by default. */
  readonly corrected: T;
  /** Value that the specification literally gives. */
  readonly literal: T;
}

const quirk = <const T>(entry: Quirk<T>): Quirk<T> => entry;

/** Departures from the letter of the specification that `PERFUSE_QUIRKS=literal` reverts, each with its reason. */
export const QUIRKS = {
  /** The value is a percentage; square centimetres are wrong. */
  waistToHeightUnit: quirk<'percent' | 'cm2'>({ corrected: 'percent', literal: 'cm2' }),
  /** Showing one disease's risk under another's name endangers people. */
  triglyceridesRiskChannel: quirk<ChannelCode>({
    corrected: 'TG_RISK_PROB',
    literal: 'DBT_RISK_PROB',
  }),
  /** Showing one disease's risk under another's name endangers people. */
  cholesterolRiskChannel: quirk<ChannelCode>({
    corrected: 'HDLTC_RISK_PROB',
    literal: 'TG_RISK_PROB',
  }),
  /** Showing one disease's risk under another's name endangers people. */
  diabetesRiskChannel: quirk<ChannelCode>({
    corrected: 'DBT_RISK_PROB',
    literal: 'HDLTC_RISK_PROB',
  }),
  /** The value is a plain decimal logarithm, which has no unit and is no decibel. */
  cardiacWorkloadUnit: quirk<'none' | 'dB'>({ corrected: 'none', literal: 'dB' }),
  /**
   * What is only expected for a profile says nothing about this person: with a band it reads like a measurement, and in
   * green it reassures falsely.
   */
  expectedValuesWithoutBand: quirk<boolean>({ corrected: true, literal: false }),
  /**
   * A number that is rounded over the edge of its band contradicts the text beside it: 24.96 is in the best range,
   * 25 is not.
   */
  decimalsBesideEdges: quirk<boolean>({ corrected: true, literal: false }),
  /**
   * 'A failed measurement create redirects with TOKEN_EXPIRED' blames a token that is still good when the service is
   * busy: 429 and 503 are tried again, then it is NETWORK_ERROR.
   */
  busyServiceIsWaitedFor: quirk<boolean>({ corrected: true, literal: false }),
  /**
   * No validated method reads the age of skin from a face, so there is never a value: a collapsed note replaces a card
   * that would always be empty.
   */
  unavailableMetricsApart: quirk<boolean>({ corrected: true, literal: false }),
};

interface Departure {
  /** What the specification literally says. */
  readonly letter: string;
  /** What the product does. */
  readonly instead: string;
  readonly reason: string;
}

/** Departures that no setting reverts, because the literal behaviour is impossible or would do harm. */
export const DEPARTURES: readonly Departure[] = [
  {
    letter: 'Body mass index and body shape index have colour bands.',
    instead: 'Below 18 years the number shows without a band.',
    reason: 'The bands are of adults; an integrator may send people from 13 years on.',
  },
  {
    letter: 'A debug console is loaded from a content delivery network when showLogs is set.',
    instead: 'The log is part of the app.',
    reason:
      'No script of another origin runs beside health data; the content security policy says so.',
  },
  {
    letter: 'The analysis canvas is 640x520 on a desktop.',
    instead: 'Frames are analysed in the size in which the camera gives them.',
    reason: 'Few cameras have 640x520; scaling costs time and mixes the colours of neighbours.',
  },
  {
    letter: 'The low-frame-rate banner shows when the measured rate is above 0 and up to 5.',
    instead: 'The rate is rounded first.',
    reason:
      'A camera of exactly 5 frames per second is measured a little above it and a little below.',
  },
  {
    letter: 'SMOKER, DIABETES and BLOOD_PRESSURE_MEDICATION have a code for every answer.',
    instead: 'An answer that nobody gave is left out; what needs it is missing and names it.',
    reason: "A risk that takes 'not known' for 'no' is too low, and nobody sees it.",
  },
  {
    letter: 'The route /profile is hidden when there is a results callback.',
    instead: 'It shows where the configuration says `profileForm` and the integrator left gaps.',
    reason: 'Only the configuration knows whether the person is to be asked for what is missing.',
  },
  {
    letter: 'GET auths/check answers Code and Message.',
    instead: 'It refuses with code and message, as all of the app backend does.',
    reason: 'The specification names code and message for the other calls; one area has one shape.',
  },
  {
    letter: 'A measurement is cancelled with an error modal when the tab is hidden or minimised.',
    instead: 'Only while filming; a tab that is hidden while the results are awaited goes on.',
    reason: 'Everything has been filmed by then: cancelling would throw a good measurement away.',
  },
  {
    letter: 'A sanitized logo must be an http URL, or a base64 data image of png or jpeg.',
    instead: 'The address of a logo must be https; http is taken for this machine only.',
    reason:
      'Browsers show no http picture on an https page, and on the way anybody could change it.',
  },
  {
    letter: 'If renewal of a token fails (status 400 or over) the app goes to /logout.',
    instead: 'After 429 or a status of 500 or over the session stays, and the next check renews.',
    reason:
      'A service that is busy says nothing about the session; at /logout a guest loses consent, profile and results.',
  },
  {
    letter: 'The default error response status is 500 when parsing fails.',
    instead: 'The code is then INTERNAL_ERROR, and the status stays that of the answer.',
    reason: 'A 401, 429 or 503 of a proxy without a readable body is told apart by its status.',
  },
  {
    letter:
      'At sign-up a client check requires 8 or more characters with a lowercase, an uppercase and a special character.',
    instead:
      'The password policy of the organisation is checked, which asks for these unless it says otherwise.',
    reason:
      'Two sets of rules contradict each other: one refuses what the list beside it calls met.',
  },
  {
    letter: 'PasswordMaxLength is configurable.',
    instead: 'No policy may set it below 64.',
    reason: 'NIST SP 800-63B asks that passphrases of 64 characters be taken.',
  },
];

/** The value that this build uses; this function is the only reader of the setting. */
export const quirkValue = <T>(entry: Quirk<T>): T => entry[BUILD.quirks];
