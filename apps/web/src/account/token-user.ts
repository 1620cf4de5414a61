// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';

const claimsSchema = z.object({ UserID: z.string() });

/**
 * Id of the account that an access token was issued for, as it says itself: to tell people apart in this browser, and
 * for nothing that has to be proved. @returns null where it says none, as of another service.
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
