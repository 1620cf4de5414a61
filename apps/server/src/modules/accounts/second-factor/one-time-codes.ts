// SPDX-License-Identifier: Apache-2.0
/** One-time codes by time (RFC 6238, HMAC-SHA-1, six digits, 30 s), as authenticator apps make them. */
import { Secret, TOTP } from 'otpauth';
import { ONE_TIME_CODE } from '@perfuse/contract/account/second-factor';

const { digits, periodS, secretBytes } = ONE_TIME_CODE;
/** Steps before and after the present one whose codes are taken: for clocks that are off and fingers that are slow. */
const WINDOW = 1;

const ways = (secret: string): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), digits, period: periodS, algorithm: 'SHA1' });

/** 160 random bits, base32. */
export const newSecret = (): string => new Secret({ size: secretBytes }).base32;

/** The time step whose code it is, of the present one and those beside it; null when it is of none. @param now ms. */
export function stepOf(secret: string, code: string, now: number): number | null {
  const delta = ways(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : TOTP.counter({ period: periodS, timestamp: now }) + delta;
}

/** The code of a moment, as the app shows it. @param now ms. */
export const codeAt = (secret: string, now: number): string =>
  ways(secret).generate({ timestamp: now });

/** A colon parts issuer and account, so neither may have one. */
const named = (text: string): string => text.replaceAll(/\s*:\s*/g, ' ').trim();

/** What the QR code holds. @param issuer who the account is with. @param account whose it is. */
export function keyAddress(secret: string, issuer: string, account: string): string {
  const totp = { secret: Secret.fromBase32(secret), digits, period: periodS, algorithm: 'SHA1' };
  return new TOTP({ ...totp, issuer: named(issuer), label: named(account) }).toString();
}
