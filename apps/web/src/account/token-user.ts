// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';

const claimsSchema = z.object({ UserID: z.string() });

/**
 * Id of the account that an access token was issued for, as the token claims: to distinguish people in this browser,
 * not for anything that must be proved. @returns null when the token names none, such as one of another service.
 */
export function userIdOf(token: string): string | null {
  try {
    const [, payload = ''] = token.split('.');
    const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const claims = claimsSchema.safeParse(JSON.parse(text));
    return claims.success ? claims.data.UserID : null;
  } catch {
    return null;
  }
}
