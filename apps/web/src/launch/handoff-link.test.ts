// SPDX-License-Identifier: Apache-2.0
import { expect, test, vi } from 'vitest';
import { handOffLink, takeHandOffToken } from './handoff-link.ts';

const TOKEN = 'aB-_'.repeat(10) + 'xyz';

test.each([
  ['consumer', 'https://perfuse.example', '/camera-consent', null, '/phone'],
  ['consumer', 'https://perfuse.example', '/app/measurement', null, '/app/phone'],
  ['enterprise', 'https://perfuse.example:8443', '/org/permission', 'clinic', '/org/phone/clinic'],
] as const)('%s: the link created at %s%s can be read back', (...row) => {
  const [edition, origin, pathname, configId, path] = row;
  const link = new URL(handOffLink({ origin, pathname, configId }, TOKEN));
  expect(link.href).toBe(`${origin}${path}#${TOKEN}`);
  const replaceState = vi.fn();
  expect(takeHandOffToken(edition, link, { replaceState })).toBe(TOKEN);
  expect(replaceState).toHaveBeenCalledExactlyOnceWith(null, '', path);
});

test('an invalid token is removed from the address bar too', () => {
  const replaceState = vi.fn();
  const place = { pathname: '/phone', hash: '#short', search: '' };
  expect(takeHandOffToken('consumer', place, { replaceState })).toBeNull();
  expect(replaceState).toHaveBeenCalledExactlyOnceWith(null, '', '/phone');
});

test.each([
  ['/phone', ''],
  ['/phone', '#'],
  ['/phone/clinic', `#${TOKEN}`],
  ['/profile', `#${TOKEN}`],
])('%s%s is no hand-off link of the consumer edition', (pathname, hash) => {
  const replaceState = vi.fn();
  expect(takeHandOffToken('consumer', { pathname, hash, search: '' }, { replaceState })).toBeNull();
  expect(replaceState).not.toHaveBeenCalled();
});
