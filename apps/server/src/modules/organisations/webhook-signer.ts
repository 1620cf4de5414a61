// SPDX-License-Identifier: Apache-2.0
import { createHmac } from 'node:crypto';
import { formatSignature, signedText, WEBHOOK_HEADERS } from '@perfuse/contract/launch/webhook';
import type { WebhookSecrets } from './webhook-secrets.ts';

/** Signs requests to an organisation, with each of its webhook secrets. */
export class WebhookSigner {
  readonly #secrets: Pick<WebhookSecrets, 'active'>;
  readonly #now: () => number;

  constructor(secrets: Pick<WebhookSecrets, 'active'>, now: () => number) {
    this.#secrets = secrets;
    this.#now = now;
  }

  /** @returns the header with the signature for the current time. */
  async sign(organisationId: string, body: string): Promise<Record<string, string>> {
    const timestamp = Math.floor(this.#now() / 1000);
    const secrets = await this.#secrets.active(organisationId);
    const digests = secrets.map(({ secret }) =>
      createHmac('sha256', secret).update(signedText(timestamp, body)).digest('hex'),
    );
    return { [WEBHOOK_HEADERS.signature]: formatSignature({ timestamp, digests }) };
  }
}
