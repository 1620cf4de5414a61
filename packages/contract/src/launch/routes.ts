// SPDX-License-Identifier: Apache-2.0
import { configIdSchema } from '../account/identity.ts';
import type { RouteTable } from '../route.ts';
import { z } from '../schema.ts';
import { launchedConfigurationSchema } from './configuration.ts';
import { profileDataSchema, sessionIdSchema } from './link.ts';
import {
  dataIdAnswer,
  encryptionAnswer,
  encryptionBody,
  relayResultsBody,
  RESULTS_LIMITS,
} from './results.ts';
import { SMALL_BODY_BYTES } from '../limits.ts';

const RESULTS = RESULTS_LIMITS.characters * 3;

const LAUNCH_NOTE = 'Refused with {code, message, details?, resultsCallbackUrl?}.';

/** Enterprise launches, below `/api` (specification, section 7). */
export const LAUNCH_ROUTES = {
  config: {
    method: 'GET',
    path: '/config/:configId',
    summary: 'Configuration of an enterprise link without a profile, with a device for the visit',
    authentication: 'public',
    rate: 'strict',
    bodyLimit: SMALL_BODY_BYTES,
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
    rate: 'strict',
    bodyLimit: SMALL_BODY_BYTES,
    params: z.object({
      configId: configIdSchema,
      profileData: profileDataSchema,
      /** `-` where the link has none. */
      sessionId: sessionIdSchema,
    }),
    response: launchedConfigurationSchema,
    errors: [
      'CONFIGURATION_NOT_FOUND',
      'LAUNCH_TOKEN_INVALID',
      'LAUNCH_TOKEN_EXPIRED',
      'LAUNCH_TOKEN_USED',
      'SIGNED_PROFILE_REQUIRED',
      'CALLBACK_NOT_ALLOWED',
      'PROFILE_VALIDATION_FAILED',
    ],
    note: `The signature of the profile is the credential. ${LAUNCH_NOTE}`,
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
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    note: 'Encrypts with a public key; nothing is stored. SERVICE_UNAVAILABLE: the organisation has no results key.',
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
    errors: ['NOT_FOUND', 'RATE_LIMIT', 'SERVICE_UNAVAILABLE'],
    note: 'The launchId is the credential. The same results posted again get the same dataId. SERVICE_UNAVAILABLE: the results API could not be reached or refused them.',
  },
} as const satisfies RouteTable;
