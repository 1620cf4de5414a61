// SPDX-License-Identifier: Apache-2.0
import type { Logger } from 'pino';
import type { Accounts } from '../accounts/accounts.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { VisitPolicy } from '../../platform/http/security-headers.ts';
import type { Encryption } from '../../platform/crypto/encryption.ts';
import type { TokenService } from '../accounts/tokens/token-service.ts';
import type { Installation } from '../organisations/installation.ts';
import { addressTest, hostTest } from '../../platform/config/addresses.ts';
import { createGuardedPost } from '../../platform/outbound/guarded-post.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { AcquireLease } from '../../platform/storage/leader-lease.ts';
import { ConfigurationRepository } from '../organisations/configuration-repository.ts';
import { LaunchRepository } from './launch-repository.ts';
import { OrganisationDirectory } from '../organisations/directory-repository.ts';
import { OrganisationKeyRepository } from '../organisations/organisation-key-repository.ts';
import { WebhookDeliveryRepository } from '../events/delivery-repository.ts';
import { WebhookSecretRepository } from '../organisations/webhook-secret-repository.ts';
import { Forwarder } from '../events/forwarder.ts';
import { WebhookSecrets } from '../organisations/webhook-secrets.ts';
import { WebhookSigner } from '../organisations/webhook-signer.ts';
import { tracedPost } from '../../platform/outbound/traced.ts';
import type { Tracing } from '../../platform/telemetry/span.ts';
import { Webhooks } from '../events/webhooks.ts';
import { launchEndpoints } from './endpoints.ts';
import { LaunchService } from './launch-service.ts';
import { ResultsRelay } from './results-relay.ts';
import { VisitPolicies } from './visit-policies.ts';
import { VisitorDevices } from './visitor-devices.ts';

const TIDY_EVERY_MS = 10 * 60_000;

/** For tests that cannot wait as long as a network. */
export interface OutboundTimes {
  readonly relayPauses?: readonly number[];
  readonly webhookRetryMs?: (tries: number) => number;
  readonly timeoutMs?: number;
}

export interface LaunchesOptions {
  readonly database: Database;
  /** The time that all who share the store agree on, ms. */
  readonly now: () => number;
  readonly encryption: Encryption;
  readonly tokens: TokenService;
  readonly installation: Installation;
  readonly accounts: Accounts;
  /** Private addresses that results and events may be posted to. */
  readonly privateTargets: readonly string[];
  /** Hosts that they may be posted to at all; none for any. */
  readonly outboundHosts: readonly string[];
  /** Whether plain http is for this machine alone. */
  readonly requiresTls: boolean;
  /** How long what was delivered can be replayed, ms. */
  readonly retentionMs: number;
  /** Whether it is this server that tidies. */
  readonly acquireLease: AcquireLease;
  readonly times?: OutboundTimes;
  readonly tracing: Tracing;
  readonly log: Logger;
}

/** Everything that a configuration of the enterprise edition makes happen on the server. */
export interface Launches {
  readonly endpoints: readonly Endpoint[];
  readonly visits: LaunchService;
  readonly webhooks: Webhooks;
  readonly webhookSecrets: WebhookSecrets;
  readonly forwarder: Forwarder;
  readonly visitPolicy: (configId: string) => Promise<VisitPolicy | null>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** What an operator's command needs of it too. */
export function createWebhooks(
  database: Database,
  encryption: Encryption,
): Pick<Launches, 'webhooks' | 'webhookSecrets'> {
  return {
    webhooks: new Webhooks({
      configurations: new ConfigurationRepository(database),
      launches: new LaunchRepository(database),
      deliveries: new WebhookDeliveryRepository(database),
    }),
    webhookSecrets: new WebhookSecrets(new WebhookSecretRepository(database), encryption),
  };
}

export function createLaunches(options: LaunchesOptions): Launches {
  const { database, now, encryption, tokens, installation, accounts, times = {}, log } = options;
  const configurations = new ConfigurationRepository(database, now);
  const keys = new OrganisationKeyRepository(database, now);
  const visits = new LaunchRepository(database, now);
  const deliveries = new WebhookDeliveryRepository(database, now);
  const secretRows = new WebhookSecretRepository(database, now);
  const { webhooks, webhookSecrets } = createWebhooks(database, encryption);
  const signer = new WebhookSigner(webhookSecrets, now);
  const guarded = createGuardedPost({
    allows: addressTest(options.privateTargets),
    allowsHost: hostTest(options.outboundHosts),
    requiresTls: options.requiresTls,
    ...(times.timeoutMs === undefined ? {} : { timeoutMs: times.timeoutMs }),
  });
  const post = tracedPost(options.tracing, guarded);
  const forwarder = new Forwarder({
    now,
    deliveries,
    configurations,
    signer,
    post,
    log,
    ...(times.webhookRetryMs === undefined ? {} : { retryAfterMs: times.webhookRetryMs }),
  });
  const relay = new ResultsRelay({
    launches: visits,
    configurations,
    signer,
    post,
    ...(times.relayPauses === undefined ? {} : { pauses: times.relayPauses }),
  });
  const service = new LaunchService({
    now,
    configurations,
    directory: accounts.directory,
    keys,
    launches: visits,
    visitors: new VisitorDevices({ launches: visits, tokens, installation }),
  });
  const tidy = async (): Promise<void> => {
    await visits.purge();
    await secretRows.purge();
    await deliveries.expire(now() - options.retentionMs);
  };
  const tidyInTurn = async (): Promise<void> => {
    if (await options.acquireLease('launches', TIDY_EVERY_MS * 1.5)) await tidy();
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    endpoints: launchEndpoints({ launches: service, relay, configurations, keys }),
    visits: service,
    webhooks,
    webhookSecrets,
    forwarder,
    visitPolicy: new VisitPolicies(configurations, new OrganisationDirectory(database)).find,
    start: async () => {
      await tidyInTurn();
      timer = setInterval(() => {
        // The next round tries again.
        tidyInTurn().catch(() => undefined);
      }, TIDY_EVERY_MS);
      timer.unref();
      forwarder.start();
    },
    stop: async () => {
      clearInterval(timer);
      await forwarder.stop();
    },
  };
}
