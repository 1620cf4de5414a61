// SPDX-License-Identifier: Apache-2.0
import type { Outbox } from '../../../platform/mail/outbox.ts';
import type { Email } from './email-templates.ts';

/** How long a notice of a change to an account is worth sending, ms. */
const NOTICE_MS = 24 * 3_600_000;

export interface NoticeDeps {
  readonly outbox: Pick<Outbox, 'post'>;
  readonly now: () => number;
}

export interface NoticeRecipient {
  /** Null for administrators. */
  readonly userId: string | null;
  readonly email: string | null;
  /** Gets the subject as a text message where there is no e-mail. */
  readonly phoneNumber?: string | null;
}

/** Notifies the owner of an account of a change to it or a use of its address, in case somebody else did it. */
export async function postNotice(
  { outbox, now }: NoticeDeps,
  { userId, email, phoneNumber = null }: NoticeRecipient,
  { subject, body }: Email,
): Promise<void> {
  const common = { userId, expiresAt: now() + NOTICE_MS };
  if (email !== null) {
    await outbox.post({ ...common, channel: 'mail', recipient: email, subject, body });
  } else if (phoneNumber !== null) {
    const text = { subject: '', body: subject };
    await outbox.post({ ...common, channel: 'sms', recipient: phoneNumber, ...text });
  }
}
