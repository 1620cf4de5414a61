// SPDX-License-Identifier: Apache-2.0
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ANALYSIS_ROUTES } from '@perfuse/contract/analysis/routes';
import { BACKEND_ROUTES } from '@perfuse/contract/backend/routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError, isAway, isRefused } from './api-error.ts';
import { createContractClient } from './contract-client.ts';

let server: Server;
let origin = '';
/** `silence`: no answer. */
let answer: { status: number; body: string; retryAfter?: string } | 'silence' = {
  status: 200,
  body: '{}',
};
let seen: { method: string; url: string; authorization: string; body: string } | null = null;

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}

beforeAll(async () => {
  server = createServer((request, response) => {
    void textOf(request).then((body) => {
      seen = {
        method: request.method ?? '',
        url: request.url ?? '',
        authorization: request.headers.authorization ?? '',
        body,
      };
      if (answer === 'silence') return;
      const { status: code, body: text, retryAfter } = answer;
      response.writeHead(code, {
        'content-type': 'application/json',
        ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
      });
      response.end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The address of a listening TCP server is never a path.
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const backend = () => createContractClient(BACKEND_ROUTES, `${origin}/api`);
const analysis = () => createContractClient(ANALYSIS_ROUTES, `${origin}/analysis`);

test('a call goes to the route of the contract and its answer is parsed', async () => {
  answer = { status: 200, body: '{"apiHost":"a.example/analysis","surplus":1}' };
  expect(await backend().call('envVars')).toEqual({ apiHost: 'a.example/analysis' });
  expect(seen).toMatchObject({ method: 'GET', url: '/api/env-vars', body: '' });
});

test('parameters, query, body and token are sent in their places', async () => {
  answer = { status: 200, body: '[]' };
  await analysis().call('listMeasurements', {
    token: 'abc',
    query: { StudyID: 'a b', Limit: 5 },
  });
  expect(seen).toMatchObject({
    url: '/analysis/measurements?StudyID=a+b&Limit=5',
    authorization: 'Bearer abc',
  });
  answer = { status: 200, body: '{"success":true}' };
  await analysis().call('deleteMeasurement', { token: 'abc', params: { id: 'x/y' } });
  expect(seen).toMatchObject({ method: 'DELETE', url: '/analysis/measurements/x%2Fy' });
  answer = { status: 200, body: '{"Token":"t","RefreshToken":"r"}' };
  await backend().call('token', { body: {} });
  expect(seen).toMatchObject({ method: 'POST', url: '/api/token', body: '{}' });
});

const failureOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const cause: unknown = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(cause instanceof ApiError)) throw new Error('expected an ApiError');
  return cause;
};

test.each([
  ['an error of the backend', 401, '{"code":"TOKEN_EXPIRED","message":"x"}', 'TOKEN_EXPIRED'],
  ['an error of the service', 401, '{"Code":"TOKEN_EXPIRED","Message":"x"}', 'TOKEN_EXPIRED'],
  ['an error page of a proxy', 502, '<html>', 'INTERNAL_ERROR'],
  ['an answer that breaks the contract', 200, '{"apiHost":7}', 'MALFORMED_ANSWER'],
  ['an answer that is no JSON', 200, '<html>', 'MALFORMED_ANSWER'],
])('%s becomes an ApiError with its code', async (_, status, body, code) => {
  answer = { status, body };
  expect(await failureOf(backend().call('envVars'))).toMatchObject({ code, status });
});

test.each([
  ['a refusal', 403, '{"code":"RESTRICTED","message":"x"}', false],
  ['a broken service', 500, '{"code":"INTERNAL_ERROR","message":"x"}', true],
  ['a page that refuses', 403, '<html>', true],
  ['a page instead of an answer', 200, '<html>', true],
])('%s is classified as a refusal or an unavailable service', async (_, status, body, away) => {
  answer = { status, body };
  const failure = await failureOf(backend().call('envVars'));
  expect([isAway(failure), isRefused(failure)]).toEqual([away, !away]);
});

test('no answer becomes NETWORK_ERROR', async () => {
  const nobody = createContractClient(BACKEND_ROUTES, 'http://127.0.0.1:1/api');
  expect(await failureOf(nobody.call('status'))).toMatchObject({
    code: 'NETWORK_ERROR',
    status: 0,
  });
});

test('a lock-out carries the seconds to wait, from the body or the header', async () => {
  const locked = '{"code":"TOO_MANY_ATTEMPTS","message":"x","remainingLockoutDurationSec":90}';
  answer = { status: 429, body: locked };
  expect((await failureOf(backend().call('status'))).waitS).toBe(90);
  answer = { status: 429, body: '{"Code":"RATE_LIMIT","Message":"x"}', retryAfter: '42' };
  expect((await failureOf(backend().call('status'))).waitS).toBe(42);
  answer = { status: 429, body: '<html>', retryAfter: 'Wed, 21 Oct 2037 07:28:00 GMT' };
  expect((await failureOf(backend().call('status'))).waitS).toBeUndefined();
});

test('a call waits for its answer as long as it says', async () => {
  answer = 'silence';
  const error = await backend()
    .call('envVars', { timeoutMs: 20 })
    .catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 0 });
});
