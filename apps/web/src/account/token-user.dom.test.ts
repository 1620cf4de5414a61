// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { userIdOf } from './token-user.ts';

const tokenOf = (claims: unknown): string =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;

test('the user id is read from the token', () => {
  // Its base64url contains characters that base64 does not have.
  const claims = { UserID: '7f1c-ann', note: '???>>>~~~' };
  expect(tokenOf(claims)).toMatch(/[-_]/);
  expect(userIdOf(tokenOf(claims))).toBe('7f1c-ann');
});

test.each([
  ['of a device', tokenOf({ DeviceID: 'd' })],
  ['of another form', 'not-a-token'],
  ['without words', 'a.%%%.b'],
])('a token %s has no user id', (_, token) => {
  expect(userIdOf(token)).toBeNull();
});
