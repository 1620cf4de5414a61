// SPDX-License-Identifier: Apache-2.0
import * as history from '../account/history.ts';
import {
  signInOptionsSchema,
  userDataAnswer,
  userDataBody,
  USER_DATA_MAX_CHARACTERS,
} from '../account/session.ts';
import { orgAddressSchema } from '../account/organisation.ts';
import { passwordPolicySchema } from '../account/password.ts';
import {
  completeResetBody,
  passwordPolicyBody,
  requestResetBody,
  signUpAnswer,
  signUpBody,
} from '../account/sign-in.ts';
import {
  generateTokenBody,
  idParams,
  renewBody,
  successSchema,
  tokenAnswer,
  tokenPairSchema,
} from '../analysis/schemas.ts';
import { ANALYSIS_PLACES, BROWSERS } from '../configuration/measurement.ts';
import type { RouteTable } from '../route.ts';
import { z } from '../schema.ts';
import { storesSchema } from './stores.ts';

export const envVarsSchema = z.object({
  /** Analysis host as `host[:port][/path]`; the page's own scheme determines http or https. */
  apiHost: z.string().check(z.minLength(1)),
  /** Face tracker of this installation; mediapipe if absent or unknown to the app. */
  faceTracker: z.optional(z.string()),
  /** Location and licence of the files of the visage tracker, a licensed product of its vendor; absent without them. */
  visage: z.optional(z.object({ baseUrl: z.string(), licence: z.string() })),
  /** Folder of a learned pulse estimator that browsers run; absent when the operator named none. */
  learned: z.optional(z.object({ baseUrl: z.string() })),
  /** Whether a recording may be measured instead of the camera, for evaluation and demonstration. */
  recordedSource: z.optional(z.boolean()),
  /** Whether the app offers to measure a computer-generated face, without sending anything. */
  sampleMeasurement: z.optional(z.boolean()),
  /** Whether the app has the page that records validation studies; absent: no. */
  study: z.optional(z.boolean()),
  /** Where guests and people of this installation are analysed; absent: by the service. */
  analysis: z.optional(z.enum(ANALYSIS_PLACES)),
  /** Country or WHO region of people who give no country, for an analysis on the device. */
  whoRegion: z.optional(z.string()),
  /** Browsers that are refused unless the configuration lists its own; absent: Firefox. */
  unsupportedBrowsers: z.optional(z.array(z.enum(BROWSERS))),
  /** Whether the app shows its own log lines. */
  showLogs: z.optional(z.boolean()),
  /** App store pages of the mobile app; absent when none is set. */
  stores: z.optional(storesSchema),
});
export type EnvVars = z.infer<typeof envVarsSchema>;
export const studyAnswer = z.object({ studyId: z.string() });
export const statusAnswer = z.object({
  /** Whether people must sign in before they measure. */
  auth: z.boolean(),
  /** How people sign in to the consumer edition. */
  signIn: signInOptionsSchema,
  /** Operator of this installation, available before the caller has a token. */
  organisation: z.optional(z.object({ Name: z.string(), OrgAddresses: z.array(orgAddressSchema) })),
});
export const deviceTokenAnswer = z.object({ Token: z.string(), RefreshToken: z.string() });

/** App backend, below `/api` (specification, section 7). */
export const BACKEND_ROUTES = {
  envVars: {
    method: 'GET',
    path: '/env-vars',
    summary: 'Address of the analysis service, and settings of the app',
    authentication: 'public',
    rate: 'relaxed',
    response: envVarsSchema,
    note: 'The first call of the app, before it has any token.',
  },
  status: {
    method: 'GET',
    path: '/status',
    summary: 'Whether sign-in is required',
    authentication: 'public',
    rate: 'relaxed',
    response: statusAnswer,
    note: 'Returns no personal data.',
  },
  study: {
    method: 'GET',
    path: '/study',
    summary:
      'Study of the caller: that of the access code they signed in with, else of their organisation',
    authentication: 'public-or-device-or-user',
    rate: 'normal',
    response: studyAnswer,
    errors: ['NOT_FOUND'],
    note: 'Without a token, the study for guests of this installation. A study id alone grants no access.',
  },
  token: {
    method: 'POST',
    path: '/token',
    summary: 'A device token for a guest of this installation',
    authentication: 'public',
    rate: 'strict',
    body: z.optional(z.nullable(z.object({}))),
    response: deviceTokenAnswer,
    errors: ['RESTRICTED', 'SERVICE_UNAVAILABLE'],
    note: 'Guests have no credential yet; rate limited by address. RESTRICTED: this installation requires sign-in before measuring, or guests measure on their own device.',
  },
  signUp: {
    method: 'POST',
    path: '/users',
    summary: 'Create an account; the response is the same if one exists already',
    authentication: 'public',
    rate: 'strict',
    body: signUpBody,
    response: signUpAnswer,
    errors: ['RESTRICTED', 'TOO_MANY_ATTEMPTS'],
    note: 'RESTRICTED: the configuration or the organisation does not offer sign-up, or only by the other method (phone or password). Where addresses are confirmed, the account is created by the emailed link. The owner of an existing account is notified by email. A password that breaks the policy is VALIDATION_ERROR with Errors.password [["PASSWORD_POLICY", rules]].',
  },
  requestReset: {
    method: 'POST',
    path: '/resetPass',
    summary: 'E-mail a one-time password reset link; the response is the same without an account',
    authentication: 'public',
    rate: 'strict',
    body: requestResetBody,
    response: successSchema,
    errors: ['TOO_MANY_ATTEMPTS'],
    note: 'Callers cannot sign in.',
  },
  passwordPolicy: {
    method: 'POST',
    path: '/passwordPolicy',
    summary:
      'Rules for a new password: of the named organisation, of the owner of an emailed link, or of the person of the token',
    authentication: 'public-or-device-or-user',
    rate: 'normal',
    body: passwordPolicyBody,
    response: passwordPolicySchema,
    errors: ['INVALID_RESET_LINK'],
    note: 'Shown to people who choose a password. An unknown name gets the rules of the installation, so that names cannot be probed. POST, because the token of a link must not appear in a URL.',
  },
  completeReset: {
    method: 'POST',
    path: '/resetPass/complete',
    summary: 'Set a new password with the token of the link; ends every session of the account',
    authentication: 'public',
    rate: 'strict',
    body: completeResetBody,
    response: successSchema,
    errors: ['INVALID_RESET_LINK', 'TOO_MANY_ATTEMPTS'],
    note: 'The token of the link is the credential.',
  },
  renew: {
    method: 'POST',
    path: '/auths/renew',
    summary: 'Exchange a pair for a new one; a user pair is also stored in the session cookie',
    authentication: 'public',
    rate: 'relaxed',
    body: renewBody,
    response: tokenPairSchema,
    errors: ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'ERR_SESSION_EXPIRED', 'RESTRICTED'],
    note: 'The refresh token is the credential. Using one twice ends the session, but for half a minute the same device gets the same pair again, in case the response was lost. RESTRICTED: sent from a page of another site. Refused requests count towards the strict rate limit of the address.',
  },
  generateToken: {
    method: 'POST',
    path: '/auths/generateToken',
    summary: 'New access token for a pair; the refresh token stays valid',
    authentication: 'public',
    rate: 'strict',
    body: generateTokenBody,
    response: tokenAnswer,
    errors: ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'ERR_SESSION_EXPIRED'],
    note: 'The refresh token is the credential. Using one that was already renewed ends the session.',
  },
  checkSession: {
    method: 'GET',
    path: '/auths/check',
    summary: 'The pair of the session cookie, renewed if it is about to expire',
    authentication: 'public',
    rate: 'normal',
    response: tokenPairSchema,
    errors: ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'ERR_SESSION_EXPIRED'],
    note: 'The session cookie is the credential. INVALID_TOKEN: no one is signed in.',
  },
  logout: {
    method: 'POST',
    path: '/auths/logout',
    summary: 'End the sessions of the cookie and of the given pair, and clear the cookies',
    authentication: 'public',
    rate: 'normal',
    body: z.optional(z.nullable(z.partial(renewBody))),
    response: successSchema,
    note: 'Succeeds even without a session. Of the pair, a valid access token is enough, or an expired one with a refresh token of the same session.',
  },
  saveUserData: {
    method: 'POST',
    path: '/userData',
    summary: 'Store data for the next start of the app in an encrypted cookie',
    authentication: 'public',
    rate: 'normal',
    bodyLimit: USER_DATA_MAX_CHARACTERS * 6 + 1024,
    body: userDataBody,
    response: successSchema,
    note: 'Stored by the caller only, not by the server.',
  },
  userData: {
    method: 'GET',
    path: '/userData',
    summary: 'Data of the encrypted cookie',
    authentication: 'public',
    rate: 'normal',
    response: userDataAnswer,
    note: 'The cookie is the credential; a forged one is ignored.',
  },
  history: {
    method: 'GET',
    path: '/history',
    summary: 'Past measurements of the signed-in person, newest first',
    authentication: 'user',
    rate: 'normal',
    query: history.historyQuery,
    response: history.historyAnswer,
  },
  historyItem: {
    method: 'GET',
    path: '/history/:id',
    summary: 'One past measurement',
    authentication: 'user',
    rate: 'normal',
    params: idParams,
    response: history.historyItemSchema,
    errors: ['NOT_FOUND'],
  },
  deleteHistoryItem: {
    method: 'DELETE',
    path: '/history/:id',
    summary: 'Delete one past measurement',
    authentication: 'user',
    rate: 'normal',
    params: idParams,
    response: successSchema,
    errors: ['NOT_FOUND'],
  },
  clearHistory: {
    method: 'DELETE',
    path: '/history',
    summary: 'Delete every past measurement',
    authentication: 'user',
    rate: 'normal',
    response: history.clearedAnswer,
    note: 'Including those measured without consent to storage, which the history does not list.',
  },
  personalData: {
    method: 'GET',
    path: '/account/data',
    summary: 'Everything stored about the signed-in person',
    authentication: 'user',
    rate: 'strict',
    response: history.personalDataSchema,
  },
  eraseAccount: {
    method: 'POST',
    path: '/account/erase',
    summary: 'Delete the account and everything stored about the person',
    authentication: 'user',
    rate: 'strict',
    body: history.eraseAccountBody,
    response: successSchema,
    errors: ['INVALID_USER', 'RESTRICTED', 'LAST_ADMINISTRATOR', 'TOO_MANY_ATTEMPTS'],
    note: 'Requires the password. RESTRICTED: the account has none, and the person signed in too long ago; sign in again. LAST_ADMINISTRATOR: other accounts of the organisation would be left without an administrator.',
  },
} as const satisfies RouteTable;
