// SPDX-License-Identifier: Apache-2.0
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError } from '@perfuse/client';
import { MeasurementFault } from '@perfuse/flow';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

describe('a measurement at the service', () => {
  const RESULT = {
    MeasurementID: 'm-1',
    MeasurementDataID: 'm-1:2',
    MeasurementResultID: 'r-1',
    Multiplier: 1000,
    Channels: {},
    Error: { Code: 'OK' },
  };
  let server: Server;
  let calls: string[];
  let answer: unknown;
  const analysis = () =>
    createAnalysis({
      host: `127.0.0.1:${String((server.address() as AddressInfo).port)}/analysis`, // not on a pipe
      pageProtocol: 'http:',
      token: { get: () => Promise.resolve('token-1'), renew: never },
      studyId: () => Promise.resolve('study'),
    });

  beforeEach(async () => {
    calls = [];
    answer = { ID: 'm-1' };
    server = createServer(({ method = '', url = '', headers }, response) => {
      calls.push(`${method} ${url} ${headers.authorization ?? ''}`);
      response.setHeader('content-type', 'application/json; charset=utf-8');
      response.end(JSON.stringify(method === 'DELETE' ? {} : answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const CREATED = 'POST /analysis/measurements Bearer token-1';
  const DELETED = 'DELETE /analysis/measurements/m-1 Bearer token-1';

  it('is deleted when the person has left before it was created', async () => {
    const leaving = new AbortController();
    const created = analysis().create(leaving.signal);
    leaving.abort();
    expect(await created).toBe('m-1');
    await expect.poll(() => calls).toEqual([CREATED, DELETED]);
  });

  it('is deleted when it is discarded, and not before', async () => {
    const port = analysis();
    await port.create(new AbortController().signal);
    expect(calls).toEqual([CREATED]);
    port.discard('m-1');
    await expect.poll(() => calls).toEqual([CREATED, DELETED]);
  });

  it.each([
    ['a result', RESULT, RESULT],
    ['not ready', {}, null],
  ])('returns a result that was missed: %s', async (_, given, expected) => {
    answer = given;
    const { signal } = new AbortController();
    expect(await analysis().missedResult('m-1', 2, signal)).toEqual(expected);
  });
});
