// SPDX-License-Identifier: Apache-2.0
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '@perfuse/testing/client';
import { integrator, plainProfile, PROFILE, type Integrator } from '../../testing/integrator.ts';
import { startServer, temporaryFolder, type TestServer } from '../../testing/server.ts';

/** The sources of one directive of a policy. */
function sources(headers: Headers, directive: string): readonly string[] {
  const policy = headers.get('content-security-policy') ?? '';
  const found = policy.split(';').find((part) => part.startsWith(`${directive} `));
  return found?.split(' ').slice(1) ?? [];
}

describe('the security policy of the pages of a configuration', () => {
  let folder: string;
  let server: TestServer;
  let branded: Integrator;
  let embedded: Integrator;
  let strict: Headers;
  const page = (address: string, headers: Record<string, string> = {}) =>
    fetch(`${server.origin}${address}`, { headers: { accept: 'text/html', ...headers } });
  beforeAll(async () => {
    folder = await temporaryFolder();
    await mkdir(path.join(folder, 'assets'));
    await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>org</title>');
    server = await startServer({
      environment: { PERFUSE_TRUST_PROXY: 'loopback', PERFUSE_RATE_STRICT: '10000' },
      webBuilds: [{ directory: folder, prefixes: ['/org'] }],
    });
    branded = await integrator(server, {
      branding: {
        customCSSURL: 'https://cdn.clinic.example/theme.css',
        measurementHeaderImage: 'https://img.clinic.example/header.png',
      },
      brandingOrigins: ['https://more.clinic.example'],
      customApiHostname: 'analysis.clinic.example:8443/v2',
      apiHostnames: ['other.clinic.example'],
    });
    embedded = await integrator(server, {
      launchProfile: 'plain',
      embedOrigins: ['https://portal.example', 'http://localhost:8080'],
    });
    strict = (await page('/org/')).headers;
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const cookieOf = (answer: { readonly headers: Headers }): string =>
    answer.headers.get('set-cookie') ?? '';

  it('allows its stylesheet, pictures and analysis service, from the first page on', async () => {
    for (const address of [
      `/org/i/${branded.configId}`,
      `/org/i/${branded.configId}?debug`,
      `/org/phone/${branded.configId}`,
      `/org/reset/${branded.configId}`,
      `/org/confirm/${branded.configId}`,
      `/org/c/${branded.configId}/profile/token/refresh`,
      `/org/c/${branded.configId}/${'a'.repeat(5900)}.b.c/${'t'.repeat(900)}/refresh/session`,
    ]) {
      const { headers, status } = await page(address);
      expect(status).toBe(200);
      const branding = [
        'https://cdn.clinic.example',
        'https://img.clinic.example',
        'https://more.clinic.example',
      ];
      expect(sources(headers, 'style-src')).toEqual(["'self'", ...branding]);
      expect(sources(headers, 'font-src')).toEqual(["'self'", ...branding]);
      expect(sources(headers, 'img-src')).toEqual(["'self'", 'data:', 'blob:', ...branding]);
      expect(sources(headers, 'connect-src')).toEqual(
        expect.arrayContaining([
          'ws://analysis.clinic.example:8443',
          'http://other.clinic.example',
        ]),
      );
      expect(sources(headers, 'script-src')).toEqual(sources(strict, 'script-src'));
      expect(sources(headers, 'frame-ancestors')).toEqual(sources(strict, 'frame-ancestors'));
    }
  });

  it('also applies to later pages of the visit, and nowhere else', async () => {
    const cookie = cookieOf(await call(server, 'GET', `/api/config/${branded.configId}`));
    expect(cookie).toBe(`perfuse_config=${branded.configId}; Path=/; HttpOnly; SameSite=Lax`);
    const later = await page('/org/measurement', { cookie });
    expect(sources(later.headers, 'style-src')).toContain('https://cdn.clinic.example');
    const secured = { cookie: `__Host-${cookie}`, 'x-forwarded-proto': 'https' };
    const overHttps = await page('/org/measurement', secured);
    expect(sources(overHttps.headers, 'style-src')).toContain('https://cdn.clinic.example');
    const consumer = await page('/', { cookie });
    expect(sources(consumer.headers, 'style-src')).toEqual(["'self'"]);
  });

  it('stays strict for an unknown configuration, a forged cookie and other pages', async () => {
    const expected = strict.get('content-security-policy');
    for (const [address, cookie] of [
      ['/org/i/nobody', ''],
      ['/org/i/', ''],
      [`/org/x/${branded.configId}`, ''],
      ['/org/results', 'perfuse_config=nobody'],
      ['/org/results', 'perfuse_config=.e'],
      ['/org/results', 'perfuse_config=*;style-src'],
    ] as const) {
      const { headers } = await page(address, cookie === '' ? {} : { cookie });
      expect(headers.get('content-security-policy'), address).toBe(expected);
    }
  });

  it('lets only the named sites frame the app', async () => {
    const { headers } = await page(`/org/i/${embedded.configId}`);
    expect(sources(headers, 'frame-ancestors')).toEqual(
      expect.arrayContaining(['https://portal.example', 'http://localhost:8080']),
    );
    expect(headers.get('x-frame-options')).toBeNull();
    const own = await page(`/org/i/${branded.configId}`);
    expect(sources(own.headers, 'frame-ancestors')).not.toContain('https://portal.example');
    expect(own.headers.get('x-frame-options')).not.toBeNull();
  });

  it('cannot be injected into through an origin with a semicolon', async () => {
    const odd = await integrator(server, {
      brandingOrigins: ["https://a;script-src'unsafe-inline'.example"],
    }).catch(() => null);
    if (odd === null) return;
    const { headers } = await page(`/org/i/${odd.configId}`);
    expect(headers.get('content-security-policy')).not.toContain('unsafe-inline');
  });

  it('comes with partitioned cookies where the app may be framed', async () => {
    const https = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'perfuse.example' };
    const open = (headers: Record<string, string>) =>
      call(server, 'GET', `/api/profile/${embedded.configId}/${plainProfile(PROFILE_ALONE)}/-`, {
        headers,
      });
    const secure = cookieOf(await open(https));
    expect(secure).toBe(
      `__Host-perfuse_config=${embedded.configId}.e; Path=/; HttpOnly; Secure; Partitioned; SameSite=None`,
    );
    // This machine counts as secure; another one over plain http does not.
    expect(cookieOf(await open({}))).toContain('Secure; Partitioned; SameSite=None');
    expect(cookieOf(await open({ 'x-forwarded-host': 'perfuse.example' }))).toContain(
      'SameSite=Lax',
    );

    const save = (cookie: string) =>
      call(server, 'POST', '/api/userData', {
        body: { userData: '{}' },
        headers: { ...https, cookie },
      });
    const [visit = ''] = secure.split(';');
    expect(cookieOf(await save(visit))).toContain('Secure; Partitioned; SameSite=None');
    expect(cookieOf(await save('a=b'))).toContain('Secure; SameSite=Strict');
    expect(cookieOf(await save(visit.replace('.e', '')))).toContain('Secure; SameSite=Strict');
  });
});

/** Without a callback: the configuration allows none. */
const PROFILE_ALONE = { identifier: PROFILE.identifier };
