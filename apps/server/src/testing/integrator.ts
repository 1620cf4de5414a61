// SPDX-License-Identifier: Apache-2.0
/**
 * Test helper: an organisation with a configuration and keys, as its operator creates them, and with links as it
 * creates them.
 */
import { randomUUID } from 'node:crypto';
import type { ConfigurationSettings } from '@perfuse/contract/account/configuration';
import type { KeyCurve } from '@perfuse/contract/account/keys';
import {
  launchedConfigurationSchema,
  type LaunchedConfiguration,
} from '@perfuse/contract/launch/configuration';
import { LAUNCH_HEADER } from '@perfuse/contract/launch/link';
import { callbackResults, type CallbackResults } from '@perfuse/contract/launch/results';
import { decodeChannels, RESULT_MULTIPLIER } from '@perfuse/contract/results/message';
import { importPKCS8, SignJWT } from 'jose';
import { Configurations } from '../modules/organisations/configurations.ts';
import { call, type Answer } from '@perfuse/testing/client';
import { registerDevice } from './organisation.ts';
import { measure } from './people.ts';
import type { TestServer } from './server.ts';

export interface Key {
  readonly id: string;
  /** PKCS #8 */
  readonly privateKey: string;
  readonly curve: KeyCurve;
}

/** Claims of a launch token, each with a valid default. */
export interface Claims {
  readonly iss?: string;
  readonly aud?: string;
  /** Seconds from now; a text is signed as it is. */
  readonly iat?: number | string;
  readonly exp?: number;
  readonly jti?: string;
  readonly kid?: string | null;
  readonly profile?: unknown;
  readonly sessionId?: string;
}

export interface Integrator {
  readonly organisationId: string;
  readonly identifier: string;
  readonly configId: string;
  readonly studyId: string;
  readonly licenceKey: string;
  readonly launchKey: Key;
  readonly resultsKey: Key;
  /** Replaces the settings of the configuration. */
  readonly configure: (settings: ConfigurationSettings) => Promise<void>;
  readonly makeKey: (purpose: 'launch' | 'results', curve: KeyCurve) => Promise<Key>;
  readonly revokeKey: (id: string) => Promise<void>;
  readonly sign: (claims?: Claims, key?: Key) => Promise<string>;
  /** @param token of the link: measurements made with it belong to the launch. */
  readonly launch: (profileData: string, sessionId?: string, token?: string) => Promise<Answer>;
  /** A launch with its own device, by a link that signs its session. */
  readonly visit: (sessionId: string, profile?: object) => Promise<Visit>;
}

export interface Visit {
  readonly launched: LaunchedConfiguration;
  /** The secret of the launch, as a page sends it. */
  readonly headers: Record<string, string>;
  /** Token of the device that opened the link. */
  readonly token: string;
}

export const secretOf = ({ launchId }: Pick<LaunchedConfiguration, 'launchId'>) => ({
  [LAUNCH_HEADER]: launchId,
});

/** Makes a measurement in a visit. @returns its results as the page sends them. */
export async function measured(
  server: TestServer,
  { token, launched }: Pick<Visit, 'token' | 'launched'>,
): Promise<CallbackResults> {
  const id = await measure(server, token, { StudyID: launched.studyId });
  const final = await server.app.measurements.results.final(id);
  const Channels = final?.channels ?? {};
  const channels = decodeChannels({ Channels, Multiplier: RESULT_MULTIPLIER });
  return callbackResults(id, channels, 3.5);
}

export const CALLBACK = 'https://clinic.example/done';
export const PROFILE = { identifier: 'case-7', resultsCallbackUrl: CALLBACK } as const;

export const plainProfile = (profile: unknown): string =>
  Buffer.from(JSON.stringify(profile)).toString('base64url');

async function signWith(
  { privateKey, curve, id }: Key,
  claims: Claims,
  usual: { readonly iss: string; readonly aud: string },
): Promise<string> {
  const alg = curve === 'P-256' ? 'ES256' : 'EdDSA';
  const now = Math.floor(Date.now() / 1000);
  const kid = claims.kid === undefined ? id : claims.kid;
  const { sessionId } = claims;
  const profile = 'profile' in claims ? claims.profile : PROFILE;
  const iat = typeof claims.iat === 'string' ? claims.iat : now + (claims.iat ?? 0);
  const payload: Record<string, unknown> = { profile, sessionId, iat };
  return new SignJWT(payload)
    .setProtectedHeader({ alg, ...(kid === null ? {} : { kid }) })
    .setIssuer(claims.iss ?? usual.iss)
    .setAudience(claims.aud ?? usual.aud)
    .setExpirationTime(now + (claims.exp ?? 600))
    .setJti(claims.jti ?? randomUUID())
    .sign(await importPKCS8(privateKey, alg));
}

/** Creates a separate organisation on a running server. */
export async function integrator(
  server: TestServer,
  settings: ConfigurationSettings = {},
): Promise<Integrator> {
  const identifier = `org-${randomUUID().slice(0, 8)}`;
  const configId = `conf-${identifier}`;
  const { directory } = server.app.accounts;
  const organisation = await directory.createOrganisation({ name: 'Clinic', identifier });
  const studyId = await directory.createStudy(organisation.id, 'Study');
  const { key: licenceKey } = await directory.createLicence(organisation.id, 'server');

  const { keys, configurationRows, organisations } = server.app.organisations;
  // As if all addresses could be posted to when they were saved.
  const checkTarget = () => Promise.resolve(null);
  const configurations = new Configurations(configurationRows, organisations, checkTarget);
  const makeKey = async (purpose: 'launch' | 'results', curve: KeyCurve): Promise<Key> => {
    const made = await keys.create(
      { organisationId: organisation.id, name: purpose, purpose },
      curve,
    );
    return { id: made.id, privateKey: made.privateKey, curve };
  };
  const launchKey = await makeKey('launch', 'Ed25519');
  const resultsKey = await makeKey('results', 'P-256');
  await configurations.create(configId, organisation.id, { studyId, branchId: null, settings });
  const sign: Integrator['sign'] = (claims = {}, key = launchKey) =>
    signWith(key, claims, { iss: identifier, aud: configId });
  const launch: Integrator['launch'] = (profileData, sessionId = '-', token) =>
    call(server, 'GET', `/api/profile/${configId}/${profileData}/${sessionId}`, {
      ...(token !== undefined && { token }),
    });
  return {
    organisationId: organisation.id,
    identifier,
    configId,
    studyId,
    licenceKey,
    launchKey,
    resultsKey,
    configure: async (next) => {
      await configurations.update(configId, {}, () => next);
    },
    makeKey,
    revokeKey: async (id) => {
      await keys.revoke(id);
    },
    sign,
    launch,
    visit: async (sessionId, profile = {}) => {
      const { token } = await registerDevice(server, licenceKey);
      const signed = await sign({
        profile: { identifier: PROFILE.identifier, ...profile },
        sessionId,
      });
      const answer = await launch(signed, sessionId, token);
      const launched = launchedConfigurationSchema.parse(answer.body);
      return { launched, headers: secretOf(launched), token };
    },
  };
}
