// SPDX-License-Identifier: Apache-2.0
import type { Dispatcher } from '../../../platform/mail/dispatcher.ts';
import { passwordChangedEmail, type Sender } from './email-templates.ts';

/** How long it is worth telling somebody what was done with their account, ms. */
export const NOTICE_MS = 24 * 3_600_000;

/** Mails people that their password is another: whoever did not change it must learn of it. */
export async function tellPasswordChanged(
  {
    dispatcher,
    now,
  }: { readonly dispatcher: Pick<Dispatcher, 'post'>; readonly now: () => number },
  to: { readonly id: string; readonly email: string },
  sender: Sender,
): Promise<void> {
  await dispatcher.post({
    userId: to.id,
    channel: 'mail',
    recipient: to.email,
    expiresAt: now() + NOTICE_MS,
    ...passwordChangedEmail(sender),
  });
}
