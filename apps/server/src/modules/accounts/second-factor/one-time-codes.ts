// SPDX-License-Identifier: Apache-2.0
/** Time-based one-time codes (RFC 6238, HMAC-SHA-1, six digits, 30 s), as authenticator apps generate them. */
import { Secret, TOTP } from 'otpauth';
import { ONE_TIME_CODE } from '@perfuse/contract/account/second-factor';

const { digits, periodS, secretBytes } = ONE_TIME_CODE;
/** Steps before and after the present one whose codes are accepted: for clocks that are off and slow typing. */
const WINDOW = 1;

const totpOf = (secret: string): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), digits, period: periodS, algorithm: 'SHA1' });

/** 160 random bits, base32. */
export const newSecret = (): string => new Secret({ size: secretBytes }).base32;

/** The time step of a code, among the present one and its neighbours; else null. @param now ms. */
export function stepOf(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : TOTP.counter({ period: periodS, timestamp: now }) + delta;
}

/** The code that the app shows. @param now ms. */
export const codeAt = (secret: string, now: number): string =>
  totpOf(secret).generate({ timestamp: now });

/** A colon separates issuer and account, so neither may contain one. */
const withoutColons = (text: string): string => text.replaceAll(/\s*:\s*/g, ' ').trim();

/** Content of the QR code. @param issuer name of the account's provider. @param account name of its holder. */
export function otpauthUri(secret: string, issuer: string, account: string): string {
  const totp = { secret: Secret.fromBase32(secret), digits, period: periodS, algorithm: 'SHA1' };
  return new TOTP({
    ...totp,
    issuer: withoutColons(issuer),
    label: withoutColons(account),
  }).toString();
}
