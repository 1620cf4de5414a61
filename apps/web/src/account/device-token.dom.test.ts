// SPDX-License-Identifier: Apache-2.0
import { beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '@perfuse/client';
import type { TokenPair } from '../session/token-pair.ts';
import { createDeviceToken } from './device-token.ts';

const pair = (name: string): TokenPair => ({ Token: name, RefreshToken: `${name}-refresh` });

/** A token service that counts calls; `renewable` says whether old pairs are still accepted. */
function service({ renewable = true, refusal = new Error('TOKEN_EXPIRED') } = {}) {
  const calls = { issued: 0, renewed: [] as string[] };
  return {
    calls,
    issue: () => {
      calls.issued += 1;
      return Promise.resolve(pair(`issued-${String(calls.issued)}`));
    },
    renew: (old: TokenPair) => {
      calls.renewed.push(old.RefreshToken);
      return renewable
        ? Promise.resolve(pair(`renewed-${String(calls.renewed.length)}`))
        : Promise.reject(refusal);
    },
  };
}

beforeEach(() => {
  sessionStorage.clear();
});

test('all callers share one token, including concurrent ones', async () => {
  const source = service();
  const token = createDeviceToken(source, null);
  expect(await Promise.all([token.get(), token.get()])).toEqual(['issued-1', 'issued-1']);
  expect(await token.get()).toBe('issued-1');
  expect(source.calls.issued).toBe(1);
});

test('a reload of the tab uses the same token', async () => {
  const source = service();
  await createDeviceToken(source, sessionStorage).get();
  expect(await createDeviceToken(source, sessionStorage).get()).toBe('issued-1');
  expect(source.calls.issued).toBe(1);
});

test('a refused token is renewed once, however many callers report it', async () => {
  const source = service();
  const token = createDeviceToken(source, null);
  const old = await token.get();
  expect(await Promise.all([token.renew(old), token.renew(old)])).toEqual([
    'renewed-1',
    'renewed-1',
  ]);
  // A late report about the old token must not throw the new one away.
  expect(await token.renew(old)).toBe('renewed-1');
  expect(source.calls.renewed).toEqual(['issued-1-refresh']);
});

test('when renewal is refused the guest gets a new device', async () => {
  const source = service({ renewable: false });
  const token = createDeviceToken(source, null);
  expect(await token.renew(await token.get())).toBe('issued-2');
});

test.each([0, 429, 503])(
  'a guest keeps the device while the service is unavailable or busy (%i)',
  async (status) => {
    const source = service({ renewable: false, refusal: new ApiError('BUSY', status, 'later') });
    const token = createDeviceToken(source, null);
    await expect(token.renew(await token.get())).rejects.toThrow('later');
    expect(await token.get()).toBe('issued-1');
  },
);

test('after a failure the next call tries again', async () => {
  let fails = true;
  const source = {
    ...service(),
    issue: () => (fails ? Promise.reject(new Error('offline')) : Promise.resolve(pair('late'))),
  };
  const token = createDeviceToken(source, null);
  await expect(token.get()).rejects.toThrow('offline');
  fails = false;
  expect(await token.get()).toBe('late');
});

test('garbage in the storage counts as no token', async () => {
  sessionStorage.setItem('perfuse.device', '{"Token":7}');
  expect(await createDeviceToken(service(), sessionStorage).get()).toBe('issued-1');
});

describe('a token pair from a launch link', () => {
  test('is used, renewed, and restored after a reload', async () => {
    const source = service();
    const token = createDeviceToken(source, sessionStorage);
    await token.get();
    token.adopt(pair('launched'), false);
    expect(await token.get()).toBe('launched');
    expect(await token.renew('launched')).toBe('renewed-1');
    expect(await createDeviceToken(source, sessionStorage).get()).toBe('renewed-1');
  });

  test('is not replaced by a guest token when its renewal is refused, not even after a reload', async () => {
    const source = service({ renewable: false });
    const token = createDeviceToken(source, sessionStorage);
    token.adopt(pair('launched'), false);
    await expect(token.renew('launched')).rejects.toThrow('TOKEN_EXPIRED');
    await expect(createDeviceToken(source, sessionStorage).renew('launched')).rejects.toThrow();
    expect(source.calls.issued).toBe(0);
  });

  test('is deleted permanently when the visit ends', async () => {
    const source = service();
    const token = createDeviceToken(source, sessionStorage);
    token.adopt(pair('launched'), false);
    token.forget(true);
    await expect(token.get()).rejects.toMatchObject({ code: 'TOKEN_EXPIRED', status: 401 });
    expect(sessionStorage.getItem('perfuse.device')).toBeNull();
  });
});

test('a guest device that arrives after a launch was adopted does not replace it', async () => {
  const token = createDeviceToken(service(), sessionStorage);
  const late = token.get();
  token.adopt(pair('launched'), false);
  await late;
  expect(await token.get()).toBe('launched');
});

test('a guest gets another device after the first was forgotten', async () => {
  const token = createDeviceToken(service(), sessionStorage);
  await token.get();
  token.forget(false);
  expect(await token.get()).toBe('issued-2');
});

test("the token pair of a link without tokens is a guest's and can be replaced by another", async () => {
  const source = service({ renewable: false });
  const token = createDeviceToken(source, sessionStorage);
  token.adopt(pair('guest'), true);
  expect(token.isIntegrators()).toBe(false);
  expect(await token.renew(await token.get())).toBe('issued-1');
});
