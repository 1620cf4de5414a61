// SPDX-License-Identifier: Apache-2.0
import type { DemographicsEntryMode } from '@perfuse/contract/configuration/demographics-entry';
import type { LaunchedConfiguration } from '@perfuse/contract/launch/configuration';
import { integratorDemographics, type IntegratorProfile } from '@perfuse/contract/launch/profile';
import { LAUNCH_ROUTES } from '@perfuse/contract/launch/routes';
import { PROFILE_LIMITS } from '@perfuse/contract/limits';
import type { Demographics } from '@perfuse/contract/person/demographics';
import { EMPTY_PROFILE, type ProfileForm } from '@perfuse/contract/person/profile';
import { createClient } from '../platform/http/create-client.ts';
import type { TokenPair } from '../session/token-pair.ts';
import { isSamePlace, type SessionPlace } from '../session/session-state.ts';
import type { SessionStore } from '../session/session-store.ts';
import { namesPerson, type Visit } from './visit.ts';

/** Client of the backend's enterprise launch routes. */
export const LAUNCHES = createClient(LAUNCH_ROUTES, '/api');

const textOf = (value: number | undefined): string => (value === undefined ? '' : String(value));
const answerOf = (flag: 0 | 1 | undefined): '' | '0' | '1' =>
  flag === undefined ? '' : flag === 1 ? '1' : '0';

/** Converts the integrator's profile to the profile form; missing fields are left for the person to fill in. */
export function formOf(profile: IntegratorProfile): ProfileForm {
  const medication = answerOf(profile.bloodpressuremedication ?? profile.antihypertensive);
  return {
    ...EMPTY_PROFILE,
    age: textOf(profile.age),
    heightCm: textOf(profile.height),
    weight: textOf(profile.weight),
    gender: profile.gender ?? '',
    smoker: answerOf(profile.smoking),
    diabetic: profile.diabetes ?? '',
    hypertension: medication === '1' ? '1' : '',
    hypertensionMedication: medication,
    ...(profile.country !== undefined && { country: profile.country }),
  };
}

/** Whether every question is answered; integrators are not asked about hypertension. */
function isWhole(person: Demographics): boolean {
  const { ageYears, heightCm, weightKg, sex, smoker, diabetes, bloodPressureMedication } = person;
  const answers = [ageYears, heightCm, weightKg, smoker, diabetes, bloodPressureMedication];
  return sex !== 'unspecified' && !answers.includes(undefined);
}

/** Skips the form for a person whom the integrator described completely, or who is too young for it. */
function entryModeOf({ profile, settings }: LaunchedConfiguration): DemographicsEntryMode {
  const person = profile === null ? null : integratorDemographics(profile);
  const isTooYoung = (person?.ageYears ?? Infinity) < PROFILE_LIMITS.ageYears.min;
  const isAsked = person === null || !(isTooYoung || isWhole(person));
  return isAsked ? settings.onboarding.demographicsEntryMode : 'noDemographics';
}

/** The token pair of the device that a launch brought. */
export const pairOf = ({
  Token,
  RefreshToken,
}: NonNullable<LaunchedConfiguration['deviceToken']>): TokenPair => ({
  Token,
  RefreshToken: RefreshToken ?? '',
});

async function anotherDevice(configId: string): Promise<TokenPair> {
  const { deviceToken } = await LAUNCHES.call('config', { params: { configId } });
  if (deviceToken === null) throw new Error('The configuration brings no device.');
  return pairOf(deviceToken);
}

/** What a launch changes about the services that the app calls. */
export interface LaunchedHosts {
  /** Analysis service that replaces the installation's, as `host[:port][/path]`; null: the installation's. */
  readonly analysisHost: string | null;
  /** Issues another device for this visit; null: the installation's guest device is used. */
  readonly issueDevice: (() => Promise<TokenPair>) | null;
}

interface LaunchFollower {
  readonly followLaunch: (hosts: LaunchedHosts) => void;
}

interface SessionOwner {
  readonly session: SessionStore;
}

/** Switches to the hosts that the visit names: at its launch, and again after a reload. */
export function followVisit({ followLaunch }: LaunchFollower, { launched }: Visit): void {
  if (launched === null) return;
  const { settings, configId } = launched;
  followLaunch({
    analysisHost: settings.customApiHostname ?? null,
    issueDevice: namesPerson(launched) ? null : () => anotherDevice(configId),
  });
}

/**
 * A link that names the person is for that person alone; an organisation's other links are for anyone using the
 * browser.
 */
export function placeOf(launched: LaunchedConfiguration | null): SessionPlace {
  if (launched === null) return { organisation: null, visit: null };
  const { orgId, sessionId } = launched;
  return { organisation: orgId, visit: namesPerson(launched) ? sessionId : null };
}

/** After a reload, the stored consent may be for another organisation, or from the person of another visit. */
export function resumeSession(
  { session }: SessionOwner,
  launched: LaunchedConfiguration | null,
): void {
  const state = session.getState();
  const place = placeOf(launched);
  if (launched === null) state.enter(place, false);
  else if (isSamePlace(state, place)) state.setDemographicsEntryMode(entryModeOf(launched));
  else enterSession({ session }, launched, false);
}

/**
 * Starts the page's session for a person who has just opened a link.
 * @param isAnother whether they may differ from the previous person, even in the same place.
 */
export function enterSession(
  { session }: SessionOwner,
  launched: LaunchedConfiguration,
  isAnother: boolean,
): void {
  const { enter, setDemographicsEntryMode, editProfile } = session.getState();
  enter(placeOf(launched), isAnother);
  setDemographicsEntryMode(entryModeOf(launched));
  if (launched.profile !== null) editProfile(formOf(launched.profile));
}
