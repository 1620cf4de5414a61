// SPDX-License-Identifier: Apache-2.0
import type { Dispatcher } from '../../../platform/mail/dispatcher.ts';
import { secondFactorEmail, type Sender } from '../emails/email-templates.ts';
import { NOTICE_MS } from '../emails/notices.ts';

/** Who is told: by mail, else by text message. */
interface Told {
  readonly id: string | null;
  readonly email: string | null;
  readonly phone_number: string | null;
}

/** Tells people that their second factor was turned on or off: whoever did not do it themselves must learn of it. */
export class FactorNotices {
  readonly #dispatcher: Pick<Dispatcher, 'post'>;
  readonly #now: () => number;

  constructor(dispatcher: Pick<Dispatcher, 'post'>, now: () => number = Date.now) {
    this.#dispatcher = dispatcher;
    this.#now = now;
  }

  async tell(what: 'on' | 'off', to: Told, sender: Sender): Promise<void> {
    const { subject, body } = secondFactorEmail(sender, what);
    const common = { userId: to.id, expiresAt: this.#now() + NOTICE_MS };
    if (to.email !== null) {
      await this.#dispatcher.post({
        ...common,
        channel: 'mail',
        recipient: to.email,
        subject,
        body,
      });
    } else if (to.phone_number !== null) {
      await this.#dispatcher.post({
        ...common,
        channel: 'sms',
        recipient: to.phone_number,
        subject: '',
        body: subject,
      });
    }
  }
}
