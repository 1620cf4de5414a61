// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { addressLine } from '@perfuse/contract/account/address';
import { isAllowedCallback } from '@perfuse/contract/launch/callback';
import type { LaunchedConfiguration } from '@perfuse/contract/launch/configuration';
import { configIdSchema } from '@perfuse/contract/account/identity';
import {
  LAUNCH_LIMITS,
  NO_SESSION,
  sessionIdSchema,
  type LaunchBody,
} from '@perfuse/contract/launch/link';
import { verifiedSession, type VerifiedSession } from '@perfuse/contract/launch/verified';
import type { TokenService } from '../accounts/index.ts';
import type { LaunchErrorCode } from '@perfuse/contract/launch/failure';
import { profileOverridesSchema, type ProfileOverrides } from '@perfuse/contract/launch/overrides';
import {
  integratorProfileSchema,
  validateIntegratorProfile,
  type IntegratorProfile,
} from '@perfuse/contract/launch/profile';
import { z } from '@perfuse/contract/schema';
import type {
  ConfigurationRepository,
  ConfigurationRow,
  Directory,
  OrganisationKeyRepository,
  OrganisationRow,
} from '../organisations/index.ts';
import { randomSecret, sha256 } from '../../platform/crypto/digest.ts';
import type { KeyedRate } from '../../platform/http/keyed-rate.ts';
import { decryptWith, encryptFor } from '../../platform/crypto/encrypted-for.ts';
import type { LaunchRepository } from './launch-repository.ts';
import { VISIT_MS } from './launch-secrets.ts';
import { effectiveSettings } from './effective-settings.ts';
import { LaunchError, type LaunchErrorDetails } from './launch-error.ts';
import type { LaunchRef } from './tables.ts';
import {
  claimedIssuer,
  isSigned,
  readPlain,
  readSigned,
  type SignedLaunch,
} from './launch-token.ts';
import type { VisitorDevices } from './visitor-devices.ts';

export interface LaunchRefusal {
  readonly code: LaunchErrorCode;
  /** Whether the browser is sent back to the integrator. */
  readonly isRedirected: boolean;
}

export interface LaunchDeps {
  readonly configurations: ConfigurationRepository;
  readonly directory: Directory;
  readonly keys: OrganisationKeyRepository;
  readonly launches: LaunchRepository;
  readonly visitors: VisitorDevices;
  readonly tokens: Pick<TokenService, 'issuedTo'>;
  /** Whether the installation leaves measuring to another analysis service. */
  readonly measuresElsewhere: boolean;
  /** Whether people must sign in before they measure: a visit by link then gets no device. */
  readonly requiresSignIn: boolean;
  /** Limits signed launches per configuration. */
  readonly rate: KeyedRate;
  /** Reports to the organisation that a link which it signed was refused. */
  readonly reportRefusal: (launch: LaunchRef, refusal: LaunchRefusal) => Promise<void>;
  readonly now: () => number;
}

/** The content of a link that the server does not know otherwise. */
const keptLaunchSchema = z.object({
  person: z.nullable(integratorProfileSchema),
  overrides: profileOverridesSchema,
  resultsCallbackUrl: z.nullable(z.string()),
});
const KEPT = 'launch';

/** A visit that another device may continue. */
export const resumableVisitSchema = z.extend(keptLaunchSchema, {
  configId: configIdSchema,
  sessionId: sessionIdSchema,
  sessionBy: verifiedSession.shape.session,
});
export type ResumableVisit = z.output<typeof resumableVisitSchema>;

interface Launch {
  readonly row: ConfigurationRow;
  readonly organisation: OrganisationRow;
  readonly sessionId: string | null;
  readonly sessionBy: VerifiedSession['session'];
  readonly person: IntegratorProfile | null;
  readonly overrides: ProfileOverrides;
  readonly resultsCallbackUrl: string | null;
  /** Access token of the link. */
  readonly token?: string | undefined;
  /** Device that continues a visit handed over to it; left out for a new visit. */
  readonly continuedBy?: string;
}

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

interface Callback {
  readonly isAllowed: boolean;
  /** Where the browser may be sent; null where it may not, or the profile names nothing. */
  readonly address: string | null;
}

function callbackOf(given: unknown, rows: readonly ConfigurationRow[]): Callback {
  const address = property(given, 'resultsCallbackUrl') ?? '';
  if (address === '') return { isAllowed: true, address: null };
  const origins = rows.flatMap(({ settings }) => settings.callbackOrigins ?? []);
  const isAllowed = typeof address === 'string' && isAllowedCallback(address, origins);
  return { isAllowed, address: isAllowed ? address : null };
}

/** A profile with an allowed callback address; its fields are not validated yet. */
interface Accepted {
  readonly given: unknown;
  readonly resultsCallbackUrl: string | null;
}

/** @throws LaunchError CALLBACK_NOT_ALLOWED. */
function acceptedCallback(given: unknown, rows: readonly ConfigurationRow[]): Accepted {
  const { isAllowed, address } = callbackOf(given, rows);
  if (!isAllowed) throw new LaunchError('CALLBACK_NOT_ALLOWED');
  return { given, resultsCallbackUrl: address };
}

/** The session id of the claims, else of the link, else of the page. */
function sessionOf(
  { sessionId, ownSessionId }: Omit<LaunchBody, 'token'>,
  signedSession: string | undefined,
): Pick<Launch, 'sessionId' | 'sessionBy'> {
  if (signedSession !== undefined) return { sessionId: signedSession, sessionBy: 'signed' };
  const named = sessionId === NO_SESSION ? ownSessionId : sessionId;
  return named === undefined
    ? { sessionId: null, sessionBy: 'server' }
    : { sessionId: named, sessionBy: 'link' };
}

/** Launches of enterprise links (specification, sections 1 and 8). */
export class LaunchService {
  readonly #deps: LaunchDeps;
  readonly #now: () => number;

  constructor(deps: LaunchDeps) {
    this.#deps = deps;
    this.#now = deps.now;
  }

  /** A visit by `/i/{configId}`. @throws LaunchError CONFIGURATION_NOT_FOUND. */
  async open(configId: string): Promise<LaunchedConfiguration> {
    return this.#begin({
      ...(await this.#find(configId)),
      sessionId: null,
      sessionBy: 'server',
      person: null,
      overrides: {},
      resultsCallbackUrl: null,
    });
  }

  /**
   * A visit by `/c/{configId}/{profileData}/…`. Checks, in this order: the configuration, the signature, the expiry and
   * claims of the launch token, the callback address, the session, the owners of the link's tokens, whether the launch
   * token was used, the fields. A LaunchError after the signature check names the callback address, if it is allowed.
   * @throws LaunchError
   */
  async openWithProfile(configId: string, link: LaunchBody): Promise<LaunchedConfiguration> {
    const { profileData } = link;
    const signed = isSigned(profileData);
    const row = await this.#deps.configurations.find(configId);
    if (row === null) {
      const details = signed ? await this.#callbackOfUnknown(configId, profileData) : {};
      throw new LaunchError('CONFIGURATION_NOT_FOUND', details);
    }
    const organisation = await this.#deps.directory.find(row.organisation_id);
    if (!signed && row.settings.launchProfile !== 'plain') {
      throw new LaunchError('SIGNED_PROFILE_REQUIRED');
    }
    const read = signed ? await this.#readSigned(row.id, organisation, link.profileData) : null;
    try {
      return await this.#openRead({ row, organisation }, link, read);
    } catch (error) {
      if (read === null || !(error instanceof LaunchError)) throw error;
      await this.#reportRefusal(row, link, read, error);
      throw error.ofSession(read.sessionId);
    }
  }

  /** @param read null for an unsigned profile. */
  async #openRead(
    { row, organisation }: Pick<Launch, 'row' | 'organisation'>,
    link: LaunchBody,
    read: SignedLaunch | null,
  ): Promise<LaunchedConfiguration> {
    const { token } = link;
    const { given, resultsCallbackUrl } =
      read === null ? await this.#acceptPlain(row, link) : await this.#useSigned(row, link, read);
    const profile = validateIntegratorProfile(given, { signed: read !== null });
    if (!profile.ok) {
      throw new LaunchError('PROFILE_VALIDATION_FAILED', {
        details: profile.reason,
        resultsCallbackUrl,
      });
    }
    return this.#begin({
      row,
      organisation,
      ...sessionOf(link, read?.sessionId),
      token,
      ...profile.value,
      resultsCallbackUrl,
    });
  }

  /** Reports the refusal from here: the page of a refused launch has no secret to send events with. */
  async #reportRefusal(
    row: ConfigurationRow,
    link: LaunchBody,
    read: SignedLaunch,
    { launchCode: code, callback }: LaunchError,
  ): Promise<void> {
    const { sessionId, sessionBy } = sessionOf(link, read.sessionId);
    if (sessionId === null) return;
    // A refused link is reported once, however often it is opened.
    // By its signed part: the same signature can be encoded in several ways.
    const signed = link.profileData.slice(0, link.profileData.lastIndexOf('.'));
    const hash = sha256(`${signed} ${code}`);
    const session = { session_id: sessionId, session_by: sessionBy };
    await this.#deps.reportRefusal(
      { hash, configuration_id: row.id, ...session },
      { code, isRedirected: callback !== null },
    );
  }

  /** The visit of a launch id in an organisation; null when there is none or it has ended. */
  async visitOf(launchId: string, organisationId: string): Promise<ResumableVisit | null> {
    const launch = await this.#deps.launches.find(sha256(launchId));
    if (launch === null) return null;
    const row = await this.#deps.configurations.find(launch.configuration_id);
    const kept = await decryptWith(launchId, KEPT, keptLaunchSchema, launch.encrypted);
    if (kept === null || row?.organisation_id !== organisationId) return null;
    const { session_id: sessionId, session_by: sessionBy } = launch;
    return { ...kept, configId: row.id, sessionId, sessionBy };
  }

  /**
   * The same visit on another device, with its own launch id and the current configuration. Registers no device.
   * @throws LaunchError CONFIGURATION_NOT_FOUND, CALLBACK_NOT_ALLOWED or PROFILE_VALIDATION_FAILED.
   */
  async resume(
    { configId, ...visit }: ResumableVisit,
    continuedBy: string,
  ): Promise<LaunchedConfiguration> {
    const found = await this.#find(configId);
    acceptedCallback(visit, [found.row]);
    return this.#begin({ ...found, ...visit, continuedBy });
  }

  async #find(configId: string) {
    const row = await this.#deps.configurations.find(configId);
    if (row === null) throw new LaunchError('CONFIGURATION_NOT_FOUND');
    return { row, organisation: await this.#deps.directory.find(row.organisation_id) };
  }

  /** @throws LaunchError LAUNCH_TOKEN_INVALID where the organisation has not signed it for the configuration. */
  async #readSigned(
    configId: string,
    { id, identifier }: OrganisationRow,
    token: string,
  ): Promise<SignedLaunch> {
    const rows = await this.#deps.keys.list(id);
    const keys = rows
      .filter(({ purpose, active }) => purpose === 'launch' && active)
      .map((key) => ({ id: key.id, publicKey: key.public_key }));
    return readSigned(token, { configId, orgIdentifier: identifier, keys, now: this.#now() });
  }

  /**
   * The access token of a link is not signed with it. With a person's token, anybody who opens the link would be signed
   * in as that person and measured into their history. Tokens of another analysis service, unknown here, are accepted.
   * @throws LaunchError LAUNCH_TOKEN_INVALID for a token from here that is not of a device of the organisation.
   */
  async #assertOwnDevices(
    { organisation_id }: ConfigurationRow,
    tokens: readonly unknown[],
    resultsCallbackUrl: string | null,
  ): Promise<void> {
    for (const token of tokens) {
      const holder = typeof token === 'string' ? await this.#deps.tokens.issuedTo(token) : null;
      if (holder === null) continue;
      if (holder.kind !== 'device' || holder.organisationId !== organisation_id) {
        throw new LaunchError('LAUNCH_TOKEN_INVALID', { resultsCallbackUrl });
      }
    }
  }

  async #acceptPlain(row: ConfigurationRow, { profileData, token }: LaunchBody): Promise<Accepted> {
    const accepted = acceptedCallback(readPlain(profileData), [row]);
    await this.#assertOwnDevices(row, [token], accepted.resultsCallbackUrl);
    return accepted;
  }

  async #useSigned(
    row: ConfigurationRow,
    { sessionId, token }: LaunchBody,
    read: SignedLaunch,
  ): Promise<Accepted> {
    if ('refusal' in read) {
      throw new LaunchError(read.refusal, {
        resultsCallbackUrl: callbackOf(read.profile, [row]).address,
        claims: 'invalid' in read ? read.invalid : undefined,
      });
    }
    const { exp, jti } = read.claims;
    const accepted = acceptedCallback(read.profile, [row]);
    const isAnother = sessionId !== NO_SESSION && sessionId !== read.sessionId;
    if (read.sessionId !== undefined && isAnother) {
      const { resultsCallbackUrl } = accepted;
      throw new LaunchError('LAUNCH_TOKEN_INVALID', { resultsCallbackUrl, claims: ['sessionId'] });
    }
    const tokens = [token, property(accepted.given, 'deviceToken')];
    await this.#assertOwnDevices(row, tokens, accepted.resultsCallbackUrl);
    this.#deps.rate.assertRoom(row.id);
    // Before the wait, so that several launches at once cannot pass the limit together.
    this.#deps.rate.count(row.id);
    const refusedFrom = (exp + 2 * LAUNCH_LIMITS.clockLeewayS) * 1000;
    if (!(await this.#deps.launches.useToken(row.organisation_id, jti, refusedFrom))) {
      // Used links do not count: otherwise anybody who has one could block other launches.
      this.#deps.rate.uncount(row.id);
      const { resultsCallbackUrl } = accepted;
      throw new LaunchError('LAUNCH_TOKEN_USED', { resultsCallbackUrl });
    }
    return accepted;
  }

  /**
   * The callback address of a link to an unknown or deleted configuration, if the organisation that signed it allows
   * the address in any of its configurations.
   */
  async #callbackOfUnknown(configId: string, token: string): Promise<LaunchErrorDetails> {
    const identifier = claimedIssuer(token);
    const organisation =
      identifier === null ? null : await this.#deps.directory.resolve({ identifier });
    if (organisation === null) return {};
    try {
      const read = await this.#readSigned(configId, organisation, token);
      const rows = await this.#deps.configurations.list(organisation.id);
      const { address } = callbackOf(read.profile, rows);
      return { resultsCallbackUrl: address, sessionId: read.sessionId };
    } catch (error) {
      if (error instanceof LaunchError) return {};
      throw error;
    }
  }

  async #begin(launch: Launch): Promise<LaunchedConfiguration> {
    const { row, organisation, person, overrides, resultsCallbackUrl } = launch;
    if (organisation.status !== 'ACTIVE') {
      throw new LaunchError('CONFIGURATION_NOT_FOUND', { resultsCallbackUrl });
    }
    const merged = effectiveSettings(row.settings, overrides, {
      loginType: organisation.login_type,
      // With a callback, demographics left out by the integrator are only requested if the configuration says so.
      demographicsEntryMode: resultsCallbackUrl === null ? 'profileForm' : 'noDemographics',
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
    // Not the integrator's token: another device has its own.
    const kept = { ...overrides, deviceToken: undefined };
    const device = await this.#deviceOf(launch);
    const isKept = await this.#deps.launches.add({
      hash: sha256(launchId),
      configuration_id: row.id,
      session_id: sessionId,
      session_by: launch.sessionBy,
      device_id: await this.#measuringDevice(launch, device),
      is_elsewhere: settings.customApiHostname !== undefined || this.#deps.measuresElsewhere,
      results_api_url: resultsApiUrl,
      events_url: eventsUrl,
      encrypted: await encryptFor(launchId, KEPT, { person, overrides: kept, resultsCallbackUrl }),
      expires_at: this.#now() + VISIT_MS,
    });
    if (!isKept) throw new LaunchError('CONFIGURATION_NOT_FOUND', { resultsCallbackUrl });
    const orgAddresses = overrides.orgAddresses ?? organisation.addresses;
    return {
      configId: row.id,
      studyId: row.study_id,
      orgId: organisation.id,
      orgIdentifier: organisation.identifier,
      orgName: organisation.name,
      orgAddress: orgAddresses[0] === undefined ? '' : addressLine(orgAddresses[0]),
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
      deviceToken: device,
    };
  }

  /** The device whose measurements belong to the launch; null where the link names none of the organisation. */
  async #measuringDevice(
    { row, token, continuedBy }: Launch,
    device: LaunchedConfiguration['deviceToken'],
  ): Promise<string | null> {
    if (continuedBy !== undefined) return continuedBy;
    const used = device?.Token ?? token;
    const holder = used === undefined ? null : await this.#deps.tokens.issuedTo(used);
    return holder?.organisationId === row.organisation_id ? holder.deviceId : null;
  }

  /** A link with a profile brings its own tokens. */
  async #deviceOf({
    row,
    person,
    overrides,
    continuedBy,
  }: Launch): Promise<LaunchedConfiguration['deviceToken']> {
    if (continuedBy !== undefined) return null;
    if (overrides.deviceToken !== undefined) {
      return { Token: overrides.deviceToken, RefreshToken: null };
    }
    // Where people are measured on their device alone, no token to send with is issued.
    const isSent = row.settings.analysis !== 'device';
    const isGuest = person === null && !this.#deps.requiresSignIn && isSent;
    return isGuest ? this.#deps.visitors.register(row.organisation_id) : null;
  }
}
