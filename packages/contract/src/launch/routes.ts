// SPDX-License-Identifier: Apache-2.0
import { configIdSchema } from '../account/identity.ts';
import type { RouteTable } from '../route.ts';
import { z } from '../schema.ts';
import { launchedConfigurationSchema } from './configuration.ts';
import { launchBody, profileDataSchema, sessionIdSchema } from './link.ts';
import {
  dataIdAnswer,
  encryptionAnswer,
  encryptionBody,
  relayResultsBody,
  RESULTS_LIMITS,
} from './results.ts';

const RESULTS = RESULTS_LIMITS.characters * 3;

const LAUNCH_NOTE = 'Refused with {code, message, details?, resultsCallbackUrl?, sessionId?}.';

const LIMITS =
  'Signed launches are limited by configuration (PERFUSE_RATE_LAUNCHES); plain and refused ones count with the strict requests of the address.';

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
    note: `The link is all that a visitor has. ${LAUNCH_NOTE}`,
  },
  profile: {
    method: 'GET',
    path: '/profile/:configId/:profileData/:sessionId',
    summary: 'Configuration of a launch link with its profile; uses the launch token up',
    authentication: 'public',
    rate: 'relaxed',
    params: z.object({
      configId: configIdSchema,
      profileData: profileDataSchema,
      /** `-` if the link has none. */
      sessionId: sessionIdSchema,
    }),
    response: launchedConfigurationSchema,
    errors: PROFILE_ERRORS,
    note: `The signature of the profile is the credential. Profiles in addresses end up in the logs of proxies: prefer POST /launch. With the access token of the link as bearer the measurements of its device are those of the launch. ${LIMITS} ${LAUNCH_NOTE}`,
  },
  launch: {
    method: 'POST',
    path: '/launch/:configId',
    summary: 'The same with the profile in the body',
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
    summary: 'Results encrypted to the results key of the organisation',
    authentication: 'public',
    rate: 'normal',
    bodyLimit: RESULTS,
    body: encryptionBody,
    response: encryptionAnswer,
    errors: ['INVALID_LAUNCH', 'NOT_OF_THIS_LAUNCH', 'RESULTS_REFUSED'],
    note: 'The header `perfuse-launch` with the launchId of the launch is the credential. `resultsPayload` is the JSON text of `Results` (of the schemas), not base64 of it. Encrypts with a public key what this installation measured in that launch; no results are stored. RESULTS_REFUSED: the organisation has no results key.',
  },
  results: {
    method: 'POST',
    path: '/results/:configId',
    summary: 'Pass results on to the results API of the configuration; answers its dataId',
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
    note: 'The header `perfuse-launch` with the launchId of the launch is the credential. `results` is base64 of the JSON text of `Results` (of the schemas), or with `resultsAreEncrypted` what POST /encryption answered, as it came. The results must be those of a measurement that the launch made and this installation finished. The same results posted again get the same dataId. RESULTS_REFUSED: the results API refuses them for good; SERVICE_UNAVAILABLE: it could not be reached.',
  },
} as const satisfies RouteTable;
