// SPDX-License-Identifier: Apache-2.0
import { ANALYSIS_LIMITS } from '../limits.ts';
import { resultMessageSchema } from '../results/message.ts';
import type { RouteTable } from '../route.ts';
import { z } from '../schema.ts';
import * as s from './schemas.ts';

/** Profiles, studies and measurements. */
export const MEASURING_ROUTES = {
  /** 400 */
  createProfile: {
    method: 'POST',
    path: '/users/profiles',
    summary: 'Create a profile',
    authentication: 'device-or-user',
    rate: 'normal',
    body: s.profileBody,
    response: s.idAnswer,
  },
  /** 401 */
  retrieveProfile: {
    method: 'GET',
    path: '/users/profiles/:id',
    summary: 'One profile',
    authentication: 'device-or-user',
    rate: 'normal',
    params: s.idParams,
    response: s.profileSchema,
    errors: ['NOT_FOUND'],
  },
  /** 402 */
  listProfiles: {
    method: 'GET',
    path: '/users/profiles',
    summary: 'Profiles of this device or user',
    authentication: 'device-or-user',
    rate: 'normal',
    query: s.profileListQuery,
    response: z.array(s.profileRow),
  },
  /** 801 */
  retrieveStudy: {
    method: 'GET',
    path: '/studies/:id',
    summary: 'One study',
    authentication: 'device-or-user-or-organisation',
    rate: 'normal',
    params: s.idParams,
    response: s.studySchema,
    errors: ['NOT_FOUND'],
  },
  /** 804 */
  listStudies: {
    method: 'GET',
    path: '/studies',
    summary: 'Studies of the organisation',
    authentication: 'device-or-user-or-organisation',
    rate: 'normal',
    query: s.studyListQuery,
    response: z.array(s.studyRow),
  },
  /** 809 */
  sdkConfig: {
    method: 'POST',
    path: '/studies/sdkconfig',
    summary: 'Capture configuration of a study; 304 when MD5Hash is current',
    authentication: 'device-or-user',
    rate: 'normal',
    body: s.sdkConfigBody,
    response: s.sdkConfigAnswer,
    errors: ['NOT_FOUND'],
    note: 'RESTRICTED: the study currently accepts no measurements.',
  },
  /** 504 */
  createMeasurement: {
    method: 'POST',
    path: '/measurements',
    summary: 'Open a measurement',
    authentication: 'device-or-user',
    rate: 'normal',
    body: s.createMeasurementBody,
    response: s.idAnswer,
    errors: ['NOT_FOUND', 'RATE_LIMIT'],
    note: `RESTRICTED: the study currently accepts no measurements, the consent was withdrawn, or this installation requires people to sign in before they measure. At most ${String(ANALYSIS_LIMITS.maxOpenMeasurementsPerToken)} measurements of a device, or of a person's session, may be open; another gets RATE_LIMIT without \`retry-after\`. A measurement is open until its last chunk, its deletion, or about ten minutes without a chunk.`,
  },
  /** 506 */
  addData: {
    method: 'POST',
    path: '/measurements/:id/data',
    summary: 'Add one chunk; the response is sent once it is stored',
    authentication: 'device-or-user',
    rate: 'relaxed',
    bodyLimit: ANALYSIS_LIMITS.maxFrameBytes,
    params: s.idParams,
    body: s.dataBody,
    response: s.dataAnswer,
    errors: [
      'INVALID_MEASUREMENT',
      'MEASUREMENT_CLOSED',
      'MISALIGNED_CHUNK',
      'UNPACKER_RPC_ERROR',
      'RATE_LIMIT',
    ],
  },
  /** 500 */
  retrieveMeasurement: {
    method: 'GET',
    path: '/measurements/:id',
    summary: 'One measurement with its results',
    authentication: 'device-or-user',
    rate: 'normal',
    params: s.idParams,
    query: s.measurementQuery,
    response: s.measurementSchema,
    errors: ['NOT_FOUND'],
  },
  retrieveIntermediate: {
    method: 'GET',
    path: '/measurements/:id/results/:chunk',
    summary: 'Result of one chunk; an empty object until it is ready',
    authentication: 'device-or-user',
    rate: 'relaxed',
    params: z.object({ id: s.idSchema, chunk: z.string().check(z.regex(/^\d{1,3}$/)) }),
    response: z.union([resultMessageSchema, z.strictObject({})]),
    errors: ['NOT_FOUND'],
  },
  /** 501 */
  listMeasurements: {
    method: 'GET',
    path: '/measurements',
    summary: 'Measurements of this device or user, newest first',
    authentication: 'device-or-user',
    rate: 'normal',
    query: s.measurementListQuery,
    response: z.array(s.measurementRow),
  },
  /** 507 */
  deleteMeasurement: {
    method: 'DELETE',
    path: '/measurements/:id',
    summary: 'Delete a measurement with its data and results',
    authentication: 'device-or-user-or-organisation',
    rate: 'normal',
    params: s.idParams,
    response: s.successSchema,
    errors: ['NOT_FOUND'],
    note: 'For the person who measured, and for administrators of the organisation.',
  },
} as const satisfies RouteTable;
