// SPDX-License-Identifier: Apache-2.0
import type { FastifyPluginCallback } from 'fastify';
import { KeyedRate } from '../../platform/http/keyed-rate.ts';
import { routes, type MountOptions } from '../../platform/http/mount.ts';
import type { VisitPolicy } from '../../platform/http/security-headers.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Measurements } from '../measurements/index.ts';
import type { Installation, Organisations } from '../organisations/index.ts';
import { launchEndpoints } from './endpoints.ts';
import { LaunchRepository } from './launch-repository.ts';
import { LaunchService, type LaunchRefusal } from './launch-service.ts';
import type { LaunchRef } from './tables.ts';
import { ResultsRelay } from './results-relay.ts';
import { VisitPolicies } from './visit-policies.ts';
import { VisitorDevices } from './visitor-devices.ts';

export interface LaunchesDeps {
  readonly installation: Installation;
  readonly organisations: Organisations;
  readonly accounts: Pick<Accounts, 'tokens'>;
  readonly measurements: Measurements;
}

type RefusedListener = (launch: LaunchRef, refusal: LaunchRefusal) => Promise<void>;

/** Launch links, the visits that they start, and the results that are relayed to the organisation. */
export interface Launches {
  readonly service: LaunchService;
  readonly visits: LaunchRepository;
  /** Sets the only listener for refusals of links that an organisation signed. */
  readonly onRefused: (listener: RefusedListener) => void;
  readonly visitPolicy: (configId: string) => Promise<VisitPolicy | null>;
  readonly plugin: (mounting: MountOptions) => FastifyPluginCallback;
}

/** @param relayPauses between tries of the results relay, ms, for tests that cannot wait. */
export function createLaunches(
  { configuration, database, now, post, housekeeping }: Platform,
  { installation, organisations, accounts, measurements: measured }: LaunchesDeps,
  relayPauses?: readonly number[],
): Launches {
  const { configurationRows: configurations, keyRows: keys, directory, signer } = organisations;
  const visits = new LaunchRepository(database, now);
  const relay = new ResultsRelay({
    launches: visits,
    configurations,
    measured,
    signer,
    post,
    pauses: relayPauses,
  });
  let refused: RefusedListener = () => Promise.resolve();
  const encryption = { launches: visits, measured, configurations, keys };
  const service = new LaunchService({
    now,
    configurations,
    directory,
    keys,
    launches: visits,
    rate: new KeyedRate(configuration.PERFUSE_RATE_LAUNCHES),
    reportRefusal: (launch, refusal) => refused(launch, refusal),
    tokens: accounts.tokens,
    measuresElsewhere: configuration.PERFUSE_API_HOST !== undefined,
    requiresSignIn: configuration.PERFUSE_SIGN_IN,
    visitors: new VisitorDevices({ launches: visits, tokens: accounts.tokens, installation }),
  });
  housekeeping.add('launches', () => visits.purge());
  housekeeping.add('launch tokens', () => visits.purgeTokens());
  return {
    service,
    visits,
    onRefused: (listener) => {
      refused = listener;
    },
    visitPolicy: new VisitPolicies(configurations, organisations.directoryRows).find,
    plugin: (mounting) =>
      routes(launchEndpoints({ launches: service, relay, encryption }), mounting),
  };
}
