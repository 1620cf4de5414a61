// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it, vi } from 'vitest';
import { registerDevice } from './device.ts';

const ANSWER = { DeviceID: 'd', Token: 't', RefreshToken: 'r', RoleID: '', UserID: '' };
const answering = (status: number, body: unknown) => {
  const asked: { url: string; redirect: string; body: unknown }[] = [];
  const ask: typeof fetch = async (...call) => {
    const request = new Request(...call);
    asked.push({ url: request.url, redirect: request.redirect, body: await request.json() });
    return new Response(JSON.stringify(body), { status });
  };
  return { asked, ask };
};
const OPTIONS = { origin: 'https://vitals.example.org/any/path', licenceKey: 'key' };

describe('registering a device', () => {
  it('sends the licence to the analysis service, and returns the token pair', async () => {
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

  it('sends the name and identifier of the device', async () => {
    const { asked, ask } = answering(200, ANSWER);
    await registerDevice({ ...OPTIONS, name: 'Ward 3', identifier: 'w-3', fetch: ask });
    expect(asked).toMatchObject([{ body: { Name: 'Ward 3', Identifier: 'w-3' } }]);
  });

  it('does not follow redirects with the licence', async () => {
    const { asked, ask } = answering(200, ANSWER);
    await registerDevice({ ...OPTIONS, fetch: ask });
    expect(asked).toMatchObject([{ redirect: 'error' }]);
  });

  it('times out after 15 s', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    const late: typeof fetch = async (_address, options) => {
      options?.signal?.throwIfAborted();
      return Promise.resolve(new Response(JSON.stringify(ANSWER)));
    };
    await expect(registerDevice({ ...OPTIONS, fetch: late })).rejects.toMatchObject({
      code: 'SERVICE_UNREACHABLE',
    });
    expect(timeout).toHaveBeenCalledWith(15_000);
  });

  it.each([
    ['a licence that is refused', 401, { Code: 'INVALID_LICENSE' }, 'LICENCE_REFUSED'],
    ['a busy service', 503, {}, 'SERVICE_UNREACHABLE'],
    ['a refusal, whatever comes with it', 403, ANSWER, 'SERVICE_UNREACHABLE'],
    ['an answer of something else', 200, { hello: 'world' }, 'SERVICE_UNREACHABLE'],
  ])('reports %s', async (_what, status, body, code) => {
    const { ask } = answering(status, body);
    await expect(registerDevice({ ...OPTIONS, fetch: ask })).rejects.toMatchObject({ code });
  });

  it('repeats what the service says about a field, such as a licence key that is empty', async () => {
    const body = { Code: 'VALIDATION_ERROR', Message: 'Key breaks the rule MINIMUM (1).' };
    const { ask } = answering(400, body);
    await expect(registerDevice({ ...OPTIONS, licenceKey: '', fetch: ask })).rejects.toThrow(
      'The status was 400. Key breaks the rule MINIMUM (1).',
    );
  });

  it.each([
    ['its only address', new Error('connect ECONNREFUSED 127.0.0.1:1'), 'connect ECONNREFUSED'],
    [
      'all its addresses',
      Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }),
      ' ECONN',
    ],
    ['a redirect', new Error('unexpected redirect'), 'unexpected redirect'],
  ])('says why the service is unreachable: %s', async (_what, cause, reason) => {
    const ask = () => Promise.reject(new TypeError('fetch failed', { cause }));
    const registered = registerDevice({ ...OPTIONS, fetch: ask });
    await expect(registered).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' });
    await expect(registered).rejects.toThrow(reason);
  });
});
