// SPDX-License-Identifier: Apache-2.0
import { WEBHOOK_HEADERS } from '@perfuse/contract/launch/webhook';
import { MissingEncryptionKey } from '../../platform/crypto/encryption.ts';
import { JobError } from '../../platform/jobs/job-error.ts';
import type { JobRow } from '../../platform/jobs/job-repository.ts';
import type { JobHandler } from '../../platform/jobs/job-queue.ts';
import type { GuardedPost } from '../../platform/outbound/guarded-post.ts';
import type { ConfigurationRepository, WebhookSigner } from '../organisations/index.ts';
import { deliveryPayload } from './webhooks.ts';

/** With the waits between them, a little more than two hours. */
export const MAX_TRIES = 12;

export interface WebhookHandlerDeps {
  readonly configurations: Pick<ConfigurationRepository, 'find'>;
  readonly signer: WebhookSigner;
  readonly post: GuardedPost;
  /** For tests that cannot wait. */
  readonly retryAfterMs?: ((tries: number) => number) | undefined;
}

/** Posts events to the webhooks of organisations. */
export function webhookHandler(deps: WebhookHandlerDeps): JobHandler {
  const { configurations, signer, post, retryAfterMs } = deps;
  const signed = (organisationId: string, body: string): Promise<Record<string, string>> =>
    signer.sign(organisationId, body).catch((error: unknown) => {
      // Retried until the key is back, as for an unavailable receiver.
      throw error instanceof MissingEncryptionKey ? new JobError('LOST_ENCRYPTION_KEY') : error;
    });
  return {
    run: async ({ id, configuration_id, payload }: JobRow) => {
      const configuration = await configurations.find(configuration_id ?? '');
      if (configuration === null) throw new JobError('NO_CONFIGURATION');
      const { event, address, body } = deliveryPayload.parse(payload);
      const headers = {
        ...(await signed(configuration.organisation_id, body)),
        [WEBHOOK_HEADERS.delivery]: id,
        [WEBHOOK_HEADERS.event]: event,
      };
      const { status } = await post(address, { headers, body });
      if (status < 200 || status > 299) throw new JobError(`HTTP_${String(status)}`);
    },
    concurrency: 16,
    // Half of them, so that a receiver that hangs does not delay others.
    maxPerConfiguration: 8,
    // Longer than any post takes.
    leaseMs: 60_000,
    maxTries: MAX_TRIES,
    keepsDone: true,
    retryAfterMs,
    lines: {
      failed: 'a webhook could not be delivered yet',
      givenUp: 'a webhook was given up',
    },
  };
}
