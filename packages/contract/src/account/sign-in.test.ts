// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { phoneLoginBody } from './sign-in.ts';

describe('signing in by phone code', () => {
  const read = (body: object) =>
    phoneLoginBody.safeParse({ PhoneNumber: '+4915112345678', LoginCode: '000042', ...body });

  it.each([' 000042 ', '000042', 42])(
    'accepts the code %j and restores its leading zeros',
    (LoginCode) => {
      expect(read({ LoginCode })).toMatchObject({ data: { LoginCode: '000042' } });
    },
  );
  it.each(['42', '1234567', 1_000_000, -1, 4.2, true])('refuses the code %j', (LoginCode) => {
    expect(read({ LoginCode }).success).toBe(false);
  });
  it.each([3600, '3600'])('accepts the lifetime %j', (TokenExpiresIn) => {
    expect(read({ TokenExpiresIn })).toMatchObject({ data: { TokenExpiresIn: 3600 } });
  });
  it.each([59, '59', '1e3', ' 60', 60.5, '60.5'])('refuses the lifetime %j', (TokenExpiresIn) => {
    expect(read({ TokenExpiresIn }).success).toBe(false);
  });
});
