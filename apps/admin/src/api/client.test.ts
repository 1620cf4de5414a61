// SPDX-License-Identifier: Apache-2.0
import type { FieldErrors } from '@perfuse/contract/field-errors';
import { describe, expect, test, vi } from 'vitest';
import { CONFIGURATION, ORGANISATION } from '../testing/fixtures.test-support.ts';
import { fakeServer } from '../testing/fake-server.test-support.ts';
import { toAdminError } from './admin-error.ts';
import { createClient } from './client.ts';

function start() {
  const server = fakeServer();
  const onSignedOut = vi.fn<() => void>();
  return { server, onSignedOut, ask: createClient(onSignedOut, 'a1') };
}
/** The error of a call that should fail. */
const failure = (call: Promise<unknown>) =>
  call.then(() => Promise.reject(new Error('It went well.')), toAdminError);

test('a call sends its parameters, its query without empty values, and its body', async () => {
  const { server, ask } = start();
  server.answers('deliveries', { deliveries: [] });
  server.answers('changeConfiguration', CONFIGURATION);
  await ask('deliveries', {
    params: { id: 'a/b c' },
    query: { state: 'failed', configuration: '' },
  });
  const params = { id: 'o1', configId: 'front-desk' };
  const body = { updatedAt: CONFIGURATION.updatedAt, studyId: 's2' };
  const answer = await ask('changeConfiguration', { params, body });
  expect(answer).toEqual(CONFIGURATION);
  expect(server.calls).toEqual([
    {
      name: 'deliveries',
      params: { id: 'a/b c' },
      query: { state: 'failed' },
      body: undefined,
      administratorId: 'a1',
    },
    {
      name: 'changeConfiguration',
      params,
      query: {},
      body,
      administratorId: 'a1',
    },
  ]);
});

test.each([
  ['cut', 'NETWORK', /cannot be reached/],
  ['broken off', 'NETWORK', /cannot be reached/],
  ['page', 'INTERNAL_ERROR', /returned an error/],
  ['nonsense', 'INTERNAL_ERROR', /not be read/],
] as const)('a network fault (%s) rejects with code and message', async (fault, code, words) => {
  const { server, onSignedOut, ask } = start();
  server.fails('organisations', fault);
  const error = await failure(ask('organisations'));
  expect(error.code).toBe(code);
  expect(error.message).toMatch(words);
  expect(onSignedOut).not.toHaveBeenCalled();
});

describe('a server that never answers', () => {
  test('makes the call time out', async () => {
    const { server, ask } = start();
    server.fails('organisations', 'silent');
    const ended = failure(ask('organisations'));
    server.runOutOfTime();
    expect((await ended).message).toBe('The server did not respond. Try again in a moment.');
  });

  test('may have carried out the request, and the message says so', async () => {
    const { server, ask } = start();
    server.fails('createStudy', 'silent');
    const ended = failure(ask('createStudy', { params: { id: 'o1' }, body: { name: 'Sleep' } }));
    server.runOutOfTime();
    expect((await ended).message).toMatch(/may still have been made/);
  });
});

test('a refusal keeps its code, message, fields and retry delay', async () => {
  const { server, ask } = start();
  const fields = { identifier: [['UNIQUE', []]] } satisfies FieldErrors;
  server.refuses('createOrganisation', 'VALIDATION_ERROR', { status: 409, fields, lockedS: 90 });
  const body = { name: ORGANISATION.name, identifier: ORGANISATION.identifier };
  const error = await failure(ask('createOrganisation', { body }));
  expect(error).toMatchObject({
    code: 'VALIDATION_ERROR',
    message: 'A field of the request is not valid.',
    fields,
    retryAfterS: 90,
  });
});

test('only the end of the session signs out, not a wrong password', async () => {
  const { server, onSignedOut, ask } = start();
  server.refuses('changePassword', 'INVALID_USER');
  await failure(ask('changePassword', { body: { current: 'a', password: 'b' } }));
  expect(onSignedOut).not.toHaveBeenCalled();
  server.refuses('organisations', 'INVALID_TOKEN');
  expect((await failure(ask('organisations'))).message).toMatch(/session had ended/);
  expect(onSignedOut).toHaveBeenCalledOnce();
});
