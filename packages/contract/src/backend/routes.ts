// SPDX-License-Identifier: Apache-2.0
import type { RouteTable } from '../route.ts';
import { z } from '../schema.ts';

const SMALL = 16 * 1024;

export const envVarsSchema = z.object({
  /** Analysis host as `host[:port][/path]`; the page's own scheme decides between http and https. */
  apiHost: z.string(),
  /** Face tracker of this installation; any value but `visage` means mediapipe, as does none. */
  faceTracker: z.optional(z.string()),
  /** Where the files of the visage tracker are, which its vendor licenses; absent where there are none. */
  visage: z.optional(z.object({ baseUrl: z.string(), licence: z.string() })),
  /** Whether a recording may be measured instead of the camera, for evaluation and demonstration. */
  recordedSource: z.optional(z.boolean()),
  /** Whether the app shows its own log lines. */
  showLogs: z.optional(z.boolean()),
});
export type EnvVars = z.infer<typeof envVarsSchema>;
export const studyAnswer = z.object({ studyId: z.string() });
export const statusAnswer = z.object({
  /** Whether people must sign in before they measure. */
  auth: z.boolean(),
});
export const deviceTokenAnswer = z.object({ Token: z.string(), RefreshToken: z.string() });

/** App backend, below `/api` (specification, section 7). */
export const BACKEND_ROUTES = {
  envVars: {
    method: 'GET',
    path: '/env-vars',
    summary: 'Where the analysis service is',
    authentication: 'public',
    rate: 'relaxed',
    bodyLimit: SMALL,
    response: envVarsSchema,
    errors: [],
    note: 'The first call of the app, before it has any token.',
  },
  status: {
    method: 'GET',
    path: '/status',
    summary: 'Whether sign-in is needed',
    authentication: 'public',
    rate: 'relaxed',
    bodyLimit: SMALL,
    response: statusAnswer,
    errors: [],
    note: 'Says nothing about anybody.',
  },
  study: {
    method: 'GET',
    path: '/study',
    summary: 'Study of the consumer edition',
    authentication: 'public',
    rate: 'normal',
    bodyLimit: SMALL,
    response: studyAnswer,
    errors: ['NOT_FOUND'],
    note: 'A study id opens nothing without a token.',
  },
  token: {
    method: 'POST',
    path: '/token',
    summary: 'A device token for a guest of this installation',
    authentication: 'public',
    rate: 'strict',
    bodyLimit: SMALL,
    body: z.optional(z.nullable(z.object({}))),
    response: deviceTokenAnswer,
    errors: ['SERVICE_UNAVAILABLE'],
    note: 'Guests have no credential yet; limited by address.',
  },
} as const satisfies RouteTable;
