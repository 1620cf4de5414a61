// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test, vi } from 'vitest';
import { launchLinkOf, takeLaunchLink } from './launch-link.ts';

const signed = {
  kind: 'signed',
  configId: 'acme-web',
  profileData: 'eyJh.eyJi.c-_',
  token: 'tok.en',
  refreshToken: 'again',
};

const at = (address: string) => new URL(address, 'https://vitals.example.org');

describe('an enterprise link', () => {
  test.each([
    ['/org/i/demo', { kind: 'plain', configId: 'demo' }],
    ['/i/demo', { kind: 'plain', configId: 'demo' }],
    ['/org/reset/demo#token', { kind: 'plain', configId: 'demo', screen: '/reset' }],
    ['/org/confirm/demo', { kind: 'plain', configId: 'demo', screen: '/confirm' }],
    ['/org/c/acme-web/eyJh.eyJi.c-_/tok.en/again', { ...signed, sessionId: null }],
    ['/org/c/acme-web/eyJh.eyJi.c-_/tok.en/again/visit%201', { ...signed, sessionId: 'visit 1' }],
    ['/org/c/acme-web#eyJh.eyJi.c-_/tok.en/again', { ...signed, sessionId: null }],
    ['/c/acme-web#eyJh.eyJi.c-_/tok.en/again/visit%201', { ...signed, sessionId: 'visit 1' }],
  ])('%s', (pathname, link) => {
    expect(launchLinkOf(at(pathname))).toEqual(link);
  });

  test.each([
    '/org/i',
    '/org/i/',
    '/org/i/demo/',
    '/org/i/demo/more',
    '/org/reset#token',
    '/org/reset/demo/more#token',
    '/org/c/acme-web',
    '/org/c/acme-web#',
    '/org/c/acme-web#profile/token',
    '/org/c/acme-web/profile#token/again',
    '/org/c/acme-web/profile/token',
    '/org/c/acme-web/profile//again',
    '/org/c/acme-web/profile/token/again/session/more',
    '/org/x/demo',
    '/org/preload',
    '/org/i/%E0%A4%A',
    '/',
  ])('is matched exactly: %s is not one', (pathname) => {
    expect(launchLinkOf(at(pathname))).toBeNull();
  });
});

describe('taking the link', () => {
  const take = (edition: 'consumer' | 'enterprise', address: string, state: unknown = null) => {
    const replaceState = vi.fn();
    return { link: takeLaunchLink(edition, at(address), { replaceState, state }), replaceState };
  };

  test.each([
    '/org/c/acme-web/eyJh.eyJi.c-_/tok.en/again',
    '/org/c/acme-web#eyJh.eyJi.c-_/tok.en/again',
  ])('leaves only the configuration id of %s in the address bar and the history', (address) => {
    const { link, replaceState } = take('enterprise', address);
    expect(link).toEqual({ ...signed, sessionId: null });
    expect(replaceState).toHaveBeenCalledExactlyOnceWith(
      { 'perfuse-launch': true },
      '',
      '/org/c/acme-web',
    );
  });

  test.each([
    ['enterprise', '/org/c/acme-web/profile/token', '/org/c/acme-web'],
    ['enterprise', '/org/c/acme-web#profile/token', '/org/c/acme-web'],
    ['enterprise', '/org/c/acme-web/profile/token/again/session/more', '/org/c/acme-web'],
    ['enterprise', '/org/c/acme-web/profile/tok%E0%A4%A', '/org/c/acme-web'],
    ['enterprise', '/org/c//profile/token', '/org/c/'],
    ['consumer', '/app/c/acme-web/profile/token/again', '/app/c/acme-web'],
  ] as const)(
    'removes the data of a link that cannot be opened: %s, %s',
    (edition, address, rest) => {
      const { link, replaceState } = take(edition, address);
      expect(link).toBeNull();
      expect(replaceState).toHaveBeenCalledExactlyOnceWith(null, '', rest);
    },
  );

  test('finds a spent link after a reload during the launch; the same address typed by hand is no link', () => {
    const reloaded = take('enterprise', '/org/c/acme-web', { 'perfuse-launch': true });
    expect(reloaded.link).toEqual({ kind: 'spent', configId: 'acme-web' });
    expect(take('enterprise', '/org/c/acme-web').link).toBeNull();
  });

  test('keeps a plain link, which carries no secret, for a reload', () => {
    const { link, replaceState } = take('enterprise', '/org/i/demo');
    expect(link).toEqual({ kind: 'plain', configId: 'demo' });
    expect(replaceState).not.toHaveBeenCalled();
  });

  test('finds no link in the consumer edition', () => {
    expect(take('consumer', '/app/i/demo').link).toBeNull();
  });
});
