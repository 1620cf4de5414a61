// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { registerDevice } from './device.ts';

const ANSWER = { DeviceID: 'd', Token: 't', RefreshToken: 'r', RoleID: '', UserID: '' };
const answering = (status: number, body: unknown) => {
  const asked: { url: string; body: unknown }[] = [];
  const ask: typeof fetch = async (...call) => {
    const request = new Request(...call);
    asked.push({ url: request.url, body: await request.json() });
    return new Response(JSON.stringify(body), { status });
  };
  return { asked, ask };
};
const OPTIONS = { origin: 'https://vitals.example.org/any/path', licenceKey: 'key' };

describe('registering a device', () => {
  it('asks the analysis service with the licence, and answers the pair', async () => {
    const { asked, ask } = answering(200, ANSWER);
    expect(await registerDevice({ ...OPTIONS, fetch: ask })).toEqual({
      Token: 't',
      RefreshToken: 'r',
    });
    expect(asked).toMatchObject([
      {
        url: 'https://vitals.example.org/analysis/organizations/licenses',
        body: { Key: 'key', DeviceTypeID: 'WEB' },
      },
    ]);
  });

  it.each([
    ['a licence that is refused', 401, { Code: 'INVALID_LICENSE' }, 'LICENCE_REFUSED'],
    ['a busy service', 503, {}, 'SERVICE_UNREACHABLE'],
    ['an answer of something else', 200, { hello: 'world' }, 'SERVICE_UNREACHABLE'],
  ])('tells of %s', async (_what, status, body, code) => {
    const { ask } = answering(status, body);
    await expect(registerDevice({ ...OPTIONS, fetch: ask })).rejects.toMatchObject({ code });
  });

  it('tells of a service that cannot be reached', async () => {
    const ask = () => Promise.reject(new TypeError('fetch failed'));
    await expect(registerDevice({ ...OPTIONS, fetch: ask })).rejects.toMatchObject({
      code: 'SERVICE_UNREACHABLE',
    });
  });
});
