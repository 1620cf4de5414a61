// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { isCallbackAddress } from '@perfuse/contract/launch/callback';
import { LAUNCH_LIMITS, launchClaimsSchema, sessionIdSchema } from '@perfuse/contract/launch/link';
import type { ProfileOverrides } from '@perfuse/contract/launch/overrides';
import {
  PROFILE_FIELDS,
  validateIntegratorProfile,
  type IntegratorProfileErrors,
} from '@perfuse/contract/launch/profile';
import { below } from './address.ts';
import type { TokenPair } from './device.ts';
import { IntegratorError } from './fault.ts';
import { signingKey, type OrganisationKey } from './keys.ts';

/** The person, and settings for this visit. Texts and numbers may be mixed, as in form data. */
export interface LaunchProfile extends Partial<ProfileOverrides> {
  /** Your id of the measurement; not a person's name. */
  readonly identifier: string;
  /** Where the browser is redirected with results or an error; its origin is one of the `callbackOrigins`. */
  readonly resultsCallbackUrl?: string;
  /** Years, 13 to 120. */
  readonly age?: number | string;
  /** Centimetres, 50 to 300. */
  readonly height?: number | string;
  /** Kilograms, 25 to 300. */
  readonly weight?: number | string;
  /** male, m, female, f */
  readonly gender?: string;
  readonly diabetes?: 0 | '0' | 'type1' | 'type2';
  /** 1: smokes. */
  readonly smoking?: 0 | 1 | '0' | '1';
  readonly bloodpressuremedication?: 0 | 1 | '0' | '1';
  readonly antihypertensive?: 0 | 1 | '0' | '1';
  /** ISO 3166-1 alpha-2. */
  readonly country?: string;
}

export interface LaunchOptions {
  /** URL of the installation: `https://vitals.example.org`. */
  readonly origin: string;
  /** Short name of the organisation, such as `acme`. */
  readonly organisation: string;
  readonly configId: string;
  /** Private key from `perfuse key create --purpose launch`. */
  readonly launchKey: OrganisationKey;
  readonly profile: LaunchProfile;
  /** From {@link registerDevice}, for this link only. */
  readonly tokens: TokenPair;
  /** Your id, to match the callback: letters, digits, `_ . : -`, but not `-`, `.` or `..`; generated if absent. */
  readonly sessionId?: string;
  /**
   * Position of profile and tokens in the link. `fragment`: after a #, which is not sent to servers, proxies or caches.
   * `path`: in the path, the default.
   */
  readonly form?: 'path' | 'fragment';
  /** Time until it must be opened, s; at most 900. */
  readonly lifetimeS?: number;
  /** Whether to reject a profile that the server would refuse, or of which it would ignore a field; true. */
  readonly checkProfile?: boolean;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export interface LaunchLink {
  /** For one person to open once. It contains tokens: send it to nobody else, and keep it out of logs. */
  readonly url: string;
  readonly sessionId: string;
  /** Id of the launch token; the server accepts it once. */
  readonly tokenId: string;
  readonly expiresAt: Date;
}

const DEFAULT_LIFETIME_S = 300;

/** Misspelt names of fields, which the server would ignore, and a callback address that it would refuse. */
function furtherFaults(profile: LaunchProfile): IntegratorProfileErrors {
  const names = Object.keys(profile).filter((name) => !PROFILE_FIELDS.includes(name));
  // As the server reads it, '' and null name no address.
  const address: unknown = profile.resultsCallbackUrl ?? '';
  if (address !== '' && !(typeof address === 'string' && isCallbackAddress(address))) {
    names.push('resultsCallbackUrl');
  }
  return Object.fromEntries(names.map((name) => [name, 'INVALID_PROFILE_STRUCTURE']));
}

function assertValidProfile(profile: LaunchProfile): void {
  const checked = validateIntegratorProfile(profile, { signed: true });
  const faults = checked.ok ? furtherFaults(profile) : checked.reason;
  const names = Object.keys(faults);
  if (names.length === 0) return;
  throw new IntegratorError(
    'PROFILE_VALIDATION_FAILED',
    `Invalid fields: ${names.join(', ')}.`,
    faults,
  );
}

function assertSessionId(id: string): string {
  if (sessionIdSchema.safeParse(id).success) return id;
  throw new IntegratorError(
    'LAUNCH_NOT_VALID',
    'sessionId: 1 to 128 of A-Z a-z 0-9 _ . : - but none of - . ..',
  );
}

/**
 * Creates a signed launch link: `/org/c/{configId}/{launch token}/{token}/{refresh token}/{session id}`, or with a #
 * instead of the slash after the configuration. The launch token contains the session id, so nobody can replace it in
 * the link.
 * @throws IntegratorError ADDRESS_NOT_VALID, KEY_NOT_USABLE, PROFILE_VALIDATION_FAILED, LAUNCH_NOT_VALID or
 * PROFILE_TOO_LARGE
 */
export async function createLaunchLink(options: LaunchOptions): Promise<LaunchLink> {
  const { organisation, configId, launchKey, profile, tokens, form = 'path' } = options;
  const { lifetimeS = DEFAULT_LIFETIME_S, checkProfile = true, now = Date.now } = options;
  const sessionId = assertSessionId(options.sessionId ?? randomUUID());
  const { key, algorithm } = signingKey(launchKey.privateKey);
  if (checkProfile) assertValidProfile(profile);
  if (!(lifetimeS >= 1 && lifetimeS <= LAUNCH_LIMITS.tokenS)) {
    throw new IntegratorError(
      'LAUNCH_NOT_VALID',
      `lifetimeS: 1 to ${String(LAUNCH_LIMITS.tokenS)}.`,
    );
  }
  const iat = Math.floor(now() / 1000);
  const claims = launchClaimsSchema.safeParse({
    iss: organisation,
    aud: configId,
    iat,
    exp: iat + Math.floor(lifetimeS),
    jti: randomUUID(),
    profile,
    sessionId,
  });
  if (!claims.success) {
    throw new IntegratorError(
      'LAUNCH_NOT_VALID',
      'organisation or configId has an invalid format.',
    );
  }
  const kid = launchKey.id === undefined ? {} : { kid: launchKey.id };
  const signed = await new SignJWT({ ...claims.data })
    .setProtectedHeader({ alg: algorithm, ...kid })
    .sign(key);
  if (signed.length > LAUNCH_LIMITS.profileCharacters) {
    const limit = String(LAUNCH_LIMITS.profileCharacters);
    throw new IntegratorError('PROFILE_TOO_LARGE', `The limit is ${limit} characters.`);
  }
  const carried = [signed, tokens.Token, tokens.RefreshToken, sessionId].map(encodeURIComponent);
  const place = `/org/c/${encodeURIComponent(configId)}${form === 'path' ? '/' : '#'}`;
  return {
    url: below(options.origin, place + carried.join('/')).href,
    sessionId,
    tokenId: claims.data.jti,
    expiresAt: new Date(claims.data.exp * 1000),
  };
}
