// SPDX-License-Identifier: Apache-2.0
import type { FastifyPluginCallback } from 'fastify';
import { routes, type MountOptions } from '../../platform/http/mount.ts';
import type { VisitPolicy } from '../../platform/http/security-headers.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Installation, Organisations } from '../organisations/index.ts';
import { launchEndpoints } from './endpoints.ts';
import { LaunchRepository } from './launch-repository.ts';
import { LaunchService } from './launch-service.ts';
import { ResultsRelay } from './results-relay.ts';
import { VisitPolicies } from './visit-policies.ts';
import { VisitorDevices } from './visitor-devices.ts';

export interface LaunchesDeps {
  readonly installation: Installation;
  readonly organisations: Organisations;
  readonly accounts: Pick<Accounts, 'tokens'>;
}

/** Launch links, the visits that they begin, and the results that are relayed to the organisation. */
export interface Launches {
  readonly service: LaunchService;
  readonly visits: LaunchRepository;
  readonly visitPolicy: (configId: string) => Promise<VisitPolicy | null>;
  readonly plugin: (mounting: MountOptions) => FastifyPluginCallback;
}

/** @param relayPauses between tries of the results relay, ms, for tests that cannot wait. */
export function createLaunches(
  { configuration, database, now, post, housekeeping }: Platform,
  { installation, organisations, accounts }: LaunchesDeps,
  relayPauses?: readonly number[],
): Launches {
  const { configurationRows: configurations, keyRows: keys, directory, signer } = organisations;
  const visits = new LaunchRepository(database, now);
  const relay = new ResultsRelay({
    launches: visits,
    configurations,
    signer,
    post,
    pauses: relayPauses,
  });
  const service = new LaunchService({
    now,
    configurations,
    directory,
    keys,
    launches: visits,
    requiresSignIn: configuration.PERFUSE_SIGN_IN,
    visitors: new VisitorDevices({ launches: visits, tokens: accounts.tokens, installation }),
  });
  housekeeping.add('launches', () => visits.purge());
  housekeeping.add('launch tokens', () => visits.purgeTokens());
  return {
    service,
    visits,
    visitPolicy: new VisitPolicies(configurations, organisations.directoryRows).find,
    plugin: (mounting) =>
      routes(launchEndpoints({ launches: service, relay, configurations, keys }), mounting),
  };
}
