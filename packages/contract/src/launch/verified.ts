// SPDX-License-Identifier: Apache-2.0
/** What the server verified of events and results that it signs and forwards. */
import { z } from '../schema.ts';

export const verifiedSession = z.object({
  /**
   * Who named the session of the launch. `signed`: the organisation, in the claims of the link. `link`: the link,
   * outside the claims, where anyone who holds the link can change it. `server`: this installation.
   */
  session: z.enum(['signed', 'link', 'server']),
});
export type VerifiedSession = z.infer<typeof verifiedSession>;
