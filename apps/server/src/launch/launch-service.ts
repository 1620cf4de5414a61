// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import type { OrgAddress } from '@perfuse/contract/account/organisation';
import { isAllowedCallback } from '@perfuse/contract/launch/callback';
import type { LaunchedConfiguration } from '@perfuse/contract/launch/configuration';
import { LAUNCH_LIMITS, NO_SESSION } from '@perfuse/contract/launch/link';
import type { ProfileOverrides } from '@perfuse/contract/launch/overrides';
import {
  validateIntegratorProfile,
  type IntegratorProfile,
} from '@perfuse/contract/launch/profile';
import type { Directory } from '../accounts/directory.ts';
import { randomSecret, sha256 } from '../identity/digest.ts';
import type {
  ConfigurationRepository,
  ConfigurationRow,
} from '../storage/repositories/configurations.ts';
import type { LaunchRepository } from '../storage/repositories/launches.ts';
import type { OrganisationRow } from '../storage/repositories/organisation-directory.ts';
import type { OrganisationKeyRepository } from '../storage/repositories/organisation-keys.ts';
import { effectiveSettings } from './effective-settings.ts';
import { LaunchError } from './launch-error.ts';
import { isSigned, readPlain, readSigned } from './profile-data.ts';
import type { VisitorDevices } from './visitor-devices.ts';

/** How long results may be passed on for a visit, ms. */
const VISIT_MS = 24 * 3_600_000;

export interface LaunchParts {
  readonly configurations: ConfigurationRepository;
  readonly directory: Directory;
  readonly keys: OrganisationKeyRepository;
  readonly launches: LaunchRepository;
  readonly visitors: VisitorDevices;
  readonly now?: () => number;
}

interface Launch {
  readonly row: ConfigurationRow;
  readonly organisation: OrganisationRow;
  readonly sessionId: string | null;
  readonly person: IntegratorProfile | null;
  readonly overrides: ProfileOverrides;
  readonly resultsCallbackUrl: string | null;
}

const inOneLine = (address: OrgAddress | undefined): string => {
  if (address === undefined) return '';
  const { Line1, Line2, City, State, PostalCode, Country } = address;
  return [Line1, Line2, City, State, PostalCode, Country]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ');
};

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Launches of enterprise links (specification, sections 1 and 8). */
export class LaunchService {
  readonly #parts: LaunchParts;
  readonly #now: () => number;

  constructor(parts: LaunchParts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
  }

  /** A visit by `/i/{configId}`. @throws LaunchError CONFIGURATION_NOT_FOUND. */
  async open(configId: string): Promise<LaunchedConfiguration> {
    const { row, organisation } = await this.#find(configId);
    return this.#begin({
      row,
      organisation,
      sessionId: null,
      person: null,
      overrides: {},
      resultsCallbackUrl: null,
    });
  }

  /**
   * A visit by `/c/{configId}/{profileData}/…`. In this order: the configuration, the signature, whether the token was
   * used, the callback address, the fields. Only a failure after the callback address was accepted tells it.
   * @throws LaunchError
   */
  async openWithProfile(
    configId: string,
    profileData: string,
    sessionId: string,
  ): Promise<LaunchedConfiguration> {
    const { row, organisation } = await this.#find(configId);
    const signed = isSigned(profileData);
    if (!signed && row.settings.launchProfile !== 'plain') {
      throw new LaunchError('SIGNED_PROFILE_REQUIRED');
    }
    const given = signed
      ? await this.#useSigned(row, organisation, profileData)
      : readPlain(profileData);
    const resultsCallbackUrl = this.#callbackOf(given, row);
    const read = validateIntegratorProfile(given, { signed });
    if (!read.ok) {
      throw new LaunchError('PROFILE_VALIDATION_FAILED', {
        details: read.reason,
        resultsCallbackUrl,
      });
    }
    return this.#begin({
      row,
      organisation,
      sessionId: sessionId === NO_SESSION ? null : sessionId,
      ...read.value,
      resultsCallbackUrl,
    });
  }

  async #find(configId: string) {
    const row = await this.#parts.configurations.find(configId);
    if (row === null) throw new LaunchError('CONFIGURATION_NOT_FOUND');
    return { row, organisation: await this.#parts.directory.find(row.organisation_id) };
  }

  async #useSigned(
    { id, organisation_id }: ConfigurationRow,
    { identifier }: OrganisationRow,
    token: string,
  ): Promise<unknown> {
    const rows = await this.#parts.keys.list(organisation_id);
    const keys = rows
      .filter(({ purpose, active }) => purpose === 'launch' && active)
      .map((key) => ({ id: key.id, publicKey: key.public_key }));
    const claims = await readSigned(token, {
      configId: id,
      orgIdentifier: identifier,
      keys,
      now: this.#now(),
    });
    const refusedFrom = (claims.exp + 2 * LAUNCH_LIMITS.clockLeewayS) * 1000;
    if (!(await this.#parts.launches.useToken(organisation_id, claims.jti, refusedFrom))) {
      throw new LaunchError('LAUNCH_TOKEN_USED');
    }
    return claims.profile;
  }

  /** Where the browser may be sent; null when the profile names nothing. @throws LaunchError CALLBACK_NOT_ALLOWED. */
  #callbackOf(given: unknown, { settings }: ConfigurationRow): string | null {
    const address = property(given, 'resultsCallbackUrl') ?? '';
    if (address === '') return null;
    if (typeof address !== 'string' || !isAllowedCallback(address, settings.callbackOrigins ?? []))
      throw new LaunchError('CALLBACK_NOT_ALLOWED');
    return address;
  }

  async #begin(launch: Launch): Promise<LaunchedConfiguration> {
    const { row, organisation, person, overrides, resultsCallbackUrl } = launch;
    const merged = effectiveSettings(row.settings, overrides, {
      loginType: organisation.login_type,
      allowSignup: organisation.allow_signup,
    });
    if (!merged.ok) {
      throw new LaunchError('PROFILE_VALIDATION_FAILED', {
        details: merged.reason,
        resultsCallbackUrl,
      });
    }
    const { settings, logo, resultsApiUrl, eventsUrl } = merged.value;
    const launchId = randomSecret();
    const sessionId = launch.sessionId ?? randomUUID();
    await this.#parts.launches.add({
      hash: sha256(launchId),
      configuration_id: row.id,
      session_id: sessionId,
      results_api_url: resultsApiUrl,
      events_url: eventsUrl,
      expires_at: this.#now() + VISIT_MS,
    });
    const orgAddresses = overrides.orgAddresses ?? organisation.addresses;
    return {
      configId: row.id,
      studyId: row.study_id,
      orgId: organisation.id,
      orgIdentifier: organisation.identifier,
      orgName: organisation.name,
      orgAddress: inOneLine(orgAddresses[0]),
      orgAddresses,
      branchId: row.branch_id,
      logo: logo ?? (organisation.logo === '' ? null : organisation.logo),
      settings,
      profile: person,
      resultsCallbackUrl,
      sessionId,
      launchId,
      wantsEvents: (eventsUrl ?? row.settings.eventsWebhookEndpoint) !== undefined,
      postsResults: (resultsApiUrl ?? row.settings.resultsCallbackApiUrl) !== undefined,
      deviceToken: await this.#deviceOf(launch),
    };
  }

  /** A link with a profile brings its own tokens. */
  async #deviceOf({
    row,
    person,
    overrides,
  }: Launch): Promise<LaunchedConfiguration['deviceToken']> {
    if (overrides.deviceToken !== undefined) {
      return { Token: overrides.deviceToken, RefreshToken: null };
    }
    return person === null ? this.#parts.visitors.register(row.organisation_id) : null;
  }
}
