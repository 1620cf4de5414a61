// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@perfuse/client';
import { MeasurementFault } from '@perfuse/flow';
import { expect, it } from 'vitest';
import { createAnalysis } from './analysis.ts';

const never = () => Promise.reject(new Error('is not to be called'));
const analysisWith = (cause: Error) =>
  createAnalysis({
    host: '127.0.0.1:1/analysis',
    pageProtocol: 'http:',
    token: { get: never, renew: never },
    studyId: never,
    prepare: () => Promise.reject(cause),
  });

it.each([
  ['no answer', new ApiError('NETWORK_ERROR', 0, 'x'), 'CONNECTION_ERROR'],
  ['a busy service', new ApiError('RATE_LIMIT_REACHED', 429, 'x'), 'CONNECTION_ERROR'],
  ['a broken service', new ApiError('INTERNAL_ERROR', 500, 'x'), 'CONNECTION_ERROR'],
  ['a token that is none', new ApiError('INVALID_TOKEN', 401, 'x'), 'AUTHORIZATION'],
  ['a place where nobody measures', new ApiError('RESTRICTED', 403, 'x'), 'NOT_ACCEPTED'],
  ['a missing consent', new MeasurementFault('CONSENT_MISSING', 'x'), 'CONSENT_MISSING'],
])(
  'the plan is rejected with the matching code when the preparation meets %s',
  async (_, cause, code) => {
    const { signal } = new AbortController();
    await expect(analysisWith(cause).plan(signal)).rejects.toMatchObject({ code });
  },
);
