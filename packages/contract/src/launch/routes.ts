// SPDX-License-Identifier: Apache-2.0
import { configIdSchema } from '../account/identity.ts';
import type { RouteTable } from '../route.ts';
import { z } from '../schema.ts';
import { launchedConfigurationSchema } from './configuration.ts';
import { launchBody, linkSessionSchema, profileDataSchema } from './link.ts';
import {
  dataIdAnswer,
  encryptionAnswer,
  encryptionBody,
  relayResultsBody,
  RESULTS_LIMITS,
} from './results.ts';

const RESULTS = RESULTS_LIMITS.characters * 3;

const LAUNCH_NOTE =
  'Refusals have the form {code, message, details?, resultsCallbackUrl?, sessionId?}.';

const LIMITS =
  'Signed launches are rate limited per configuration (PERFUSE_RATE_LAUNCHES); plain and refused ones count towards the strict rate limit of the address.';

const PROFILE_ERRORS = [
  'CONFIGURATION_NOT_FOUND',
  'LAUNCH_TOKEN_INVALID',
  'LAUNCH_TOKEN_EXPIRED',
  'LAUNCH_TOKEN_USED',
  'SIGNED_PROFILE_REQUIRED',
  'CALLBACK_NOT_ALLOWED',
  'PROFILE_VALIDATION_FAILED',
] as const;

/** Enterprise launches, below `/api` (specification, section 7). */
export const LAUNCH_ROUTES = {
  config: {
    method: 'GET',
    path: '/config/:configId',
    summary: 'Configuration of an enterprise link without a profile, with a device for the visit',
    authentication: 'public',
    rate: 'strict',
    params: z.object({ configId: configIdSchema }),
    response: launchedConfigurationSchema,
    errors: ['CONFIGURATION_NOT_FOUND'],
    note: `A visitor has no credential but the link. ${LAUNCH_NOTE}`,
  },
  profile: {
    method: 'GET',
    path: '/profile/:configId/:profileData/:sessionId',
    summary: 'Configuration of a launch link with its profile; consumes the launch token',
    authentication: 'public',
    rate: 'relaxed',
    params: z.object({
      configId: configIdSchema,
      profileData: profileDataSchema,
      sessionId: linkSessionSchema,
    }),
    response: launchedConfigurationSchema,
    errors: PROFILE_ERRORS,
    note: `The signature of the profile is the credential. Profiles in URLs end up in proxy logs: prefer POST /launch. With the access token of the link as bearer token, measurements of its device belong to the launch. ${LIMITS} ${LAUNCH_NOTE}`,
  },
  launch: {
    method: 'POST',
    path: '/launch/:configId',
    summary: 'Same as GET /profile, with the profile in the body',
    authentication: 'public',
    rate: 'relaxed',
    params: z.object({ configId: configIdSchema }),
    body: launchBody,
    response: launchedConfigurationSchema,
    errors: PROFILE_ERRORS,
    note: `The signature of the profile is the credential. ${LIMITS} ${LAUNCH_NOTE}`,
  },
  encryption: {
    method: 'POST',
    path: '/encryption',
    summary: 'Encrypt results to the results key of the organisation',
    authentication: 'public',
    rate: 'normal',
    bodyLimit: RESULTS,
    body: encryptionBody,
    response: encryptionAnswer,
    errors: ['INVALID_LAUNCH', 'NOT_OF_THIS_LAUNCH', 'RESULTS_REFUSED'],
    note: 'The header `perfuse-launch` with the launchId of the launch is the credential. `resultsPayload` is the JSON text of `Results` (of the schemas), not base64 of it. Encrypts only results that this installation measured in that launch, with a public key, and stores none. RESULTS_REFUSED: the organisation has no results key.',
  },
  results: {
    method: 'POST',
    path: '/results/:configId',
    summary: 'Forward results to the results API of the configuration; returns its dataId',
    authentication: 'public',
    rate: 'normal',
    bodyLimit: RESULTS,
    params: z.object({ configId: configIdSchema }),
    body: relayResultsBody,
    response: dataIdAnswer,
    errors: [
      'INVALID_LAUNCH',
      'NOT_OF_THIS_LAUNCH',
      'NOT_FOUND',
      'RATE_LIMIT',
      'RESULTS_REFUSED',
      'SERVICE_UNAVAILABLE',
    ],
    note: 'The header `perfuse-launch` with the launchId of the launch is the credential. `results` is base64 of the JSON text of `Results` (of the schemas), or with `resultsAreEncrypted` the unmodified `encryptedResults` of POST /encryption. The results must be of a measurement made in the launch and finished by this installation. Posting the same results again returns the same dataId. RESULTS_REFUSED: the results API refuses them permanently; SERVICE_UNAVAILABLE: it could not be reached.',
  },
} as const satisfies RouteTable;
