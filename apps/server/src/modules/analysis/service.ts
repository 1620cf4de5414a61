// SPDX-License-Identifier: Apache-2.0
import cors from '@fastify/cors';
import { ANALYSIS_LIMITS } from '@perfuse/contract/limits';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Accounts } from '../accounts/accounts.ts';
import { AuditLog } from '../audit/audit-log.ts';
import { mount, type MountOptions } from '../../platform/http/mount.ts';
import { ConcurrencyLimit } from '../../platform/http/concurrency-limit.ts';
import type { Metrics } from '../../platform/telemetry/metrics.ts';
import type { Tracing } from '../../platform/telemetry/span.ts';
import type { TokenService } from '../accounts/tokens/token-service.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Replica } from '../../platform/storage/storage.ts';
import { AuditRepository } from '../audit/audit-repository.ts';
import { ChunkRepository } from './chunks/chunk-repository.ts';
import type { AcquireLease } from '../../platform/storage/leader-lease.ts';
import type { DeviceRepository } from '../accounts/tokens/device-repository.ts';
import { MeasurementRepository } from '../measurements/measurement-repository.ts';
import type { OrganisationRepository } from '../organisations/organisation-repository.ts';
import { ProfileRepository } from '../measurements/profile-repository.ts';
import { ResultRepository } from '../measurements/result-repository.ts';
import { Admission } from './admission/admission.ts';
import { PriorityGate } from './admission/priority-gate.ts';
import { ChunkService } from './chunks/chunk-service.ts';
import { ResultHub } from './delivery/result-hub.ts';
import { deviceEndpoints } from './endpoints/devices.ts';
import { measurementEndpoints } from './endpoints/measurements.ts';
import { profileEndpoints } from './endpoints/profiles.ts';
import { statusEndpoints } from './endpoints/status.ts';
import { studyEndpoints } from './endpoints/studies.ts';
import { userEndpoints } from './endpoints/users.ts';
import { Analyst } from './engine/analyst.ts';
import { createHandoff } from './engine/create-chunk-dispatch.ts';
import { createEnginePool } from './engine/engine-pool.ts';
import type { PulseModelFiles } from './engine/pulse-model.ts';
import { Scheduler } from './engine/scheduler.ts';
import { startHousekeeping } from './housekeeping.ts';
import { Staff } from '../accounts/staff.ts';
import { protocolAdminEndpoints } from '../protocol-admin/protocol-endpoints.ts';
import { registerSockets, type OpenSockets, type SocketTimes } from './socket/socket-server.ts';

export interface AnalysisOptions {
  readonly database: Database;
  /** The time that all who share the store agree on, ms. */
  readonly now: () => number;
  /** Between two rounds of tidying, ms. */
  readonly tidyEveryMs?: number;
  /** Deletes counts of requests that have run out. */
  readonly tidyRequests?: () => Promise<void>;
  /** Set where others work on the same store. */
  readonly replica: Replica | null;
  readonly acquireLease: AcquireLease;
  readonly organisations: OrganisationRepository;
  readonly devices: DeviceRepository;
  readonly tokens: TokenService;
  readonly accounts: Accounts;
  readonly mounting: MountOptions;
  readonly workerFile: string;
  readonly threads: number;
  /** Most measurements at once; more are refused. */
  readonly mostMeasurements: number;
  readonly timeoutMs: number;
  /** Country or WHO region of this installation; left out, the risks that need it stay missing. */
  readonly whoRegion?: string;
  /** A learned estimator that takes part in every analysis. */
  readonly pulseModel?: PulseModelFiles;
  readonly retentionMs: number;
  /** Other sites whose pages may call this service, and open its websocket. */
  readonly origins: readonly string[];
  /** Whether the websocket speaks the protocol's older form too. */
  readonly protobufSocket: boolean;
  readonly socketTimes?: SocketTimes;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly log: Logger;
}

export interface AnalysisService {
  /** Sockets on which somebody measures now. */
  readonly measuring: () => number;
  /** Does what somebody asks for who does not measure yet, such as a token. @throws ServiceError RATE_LIMIT. */
  readonly newcomer: <T>(work: () => Promise<T>) => Promise<T>;
  /** Registers the routes and the websocket below a path. */
  readonly register: (app: FastifyInstance, path: string) => Promise<void>;
  /** Takes up what an earlier run left unanswered, and begins to tidy. */
  readonly start: () => Promise<void>;
  /** Ends what runs; what waits is in the store for the next start. */
  readonly stop: () => Promise<void>;
}

/** The analysis service: the protocol in front, the store in the middle, the engine behind. */
export function createAnalysisService(options: AnalysisOptions): AnalysisService {
  const { database, now, organisations, devices, tokens, accounts, mounting, metrics, log } =
    options;
  const chunks = new ChunkRepository(database, now);
  const results = new ResultRepository(database, now);
  const measurements = new MeasurementRepository(database, now);
  const profiles = new ProfileRepository(database, now);
  const staff = new Staff(accounts.people, new AuditLog(new AuditRepository(database)));
  const hub = new ResultHub();
  const handoff = createHandoff(options, { chunks, results, hub });
  const engine = createEnginePool(options);
  const analyst = new Analyst({
    chunks,
    results,
    engine,
    handoff,
    log,
    observe: metrics.analysis,
    tracing: options.tracing,
    ...(options.whoRegion === undefined ? {} : { whoRegion: options.whoRegion }),
  });
  const turns = new PriorityGate();
  // One more than there are threads: its data are read while those before are analysed and stored.
  const scheduler = new Scheduler(
    (id) => turns.chunk(() => analyst.analyseNext(id)),
    options.threads + 1,
    log,
  );
  const admission = new Admission({
    most: options.mostMeasurements,
    backlog: scheduler,
  });
  const chunkService = new ChunkService(
    chunks,
    (id, isLast) => {
      metrics.chunk();
      if (isLast) admission.ended(id);
      else admission.fed(id);
      handoff.stored(id);
    },
    { now, first: (work) => turns.chunk(work) },
  );
  const limits = new ConcurrencyLimit(ANALYSIS_LIMITS.maxSocketsPerToken);
  let sockets: OpenSockets = { count: () => 0, measuring: () => 0 };
  metrics.gauge('perfuse_sockets', 'Open websockets.', () => sockets.count());
  metrics.gauge('perfuse_measuring', 'Websockets on which somebody measures.', () =>
    sockets.measuring(),
  );
  metrics.gauge(
    'perfuse_measurements_waiting',
    'Measurements whose chunks wait for a thread of this server.',
    () => scheduler.waiting,
  );
  metrics.gauge(
    'perfuse_measurements',
    'Measurements that this server is fed: PERFUSE_MEASUREMENTS at most begin.',
    () => admission.count,
  );
  metrics.gauge(
    'perfuse_measurements_beginning',
    'Newcomers in line: they begin evenly, and chunks of running measurements go first.',
    () => admission.waiting + turns.waiting,
  );
  let endHousekeeping = (): Promise<void> => Promise.resolve();

  const endpoints = [
    ...statusEndpoints(),
    ...deviceEndpoints({ organisations, devices, tokens, people: accounts.people, turns }),
    ...userEndpoints(accounts, tokens),
    ...profileEndpoints(profiles),
    ...studyEndpoints(organisations),
    ...measurementEndpoints({
      organisations,
      profiles,
      measurements,
      results,
      consents: accounts.consents,
      chunkService,
      staff,
      admission,
      turns,
    }),
    ...protocolAdminEndpoints({
      database,
      accounts,
      organisations,
      devices,
      measurements,
      results,
      profiles,
      staff,
    }),
  ];

  return {
    measuring: () => sockets.measuring(),
    newcomer: (work) => turns.newcomer(work),
    register: async (app, path) => {
      sockets = await registerSockets(app, path, {
        deps: { tokens, chunks, chunkService, results, hub, limits },
        guards: mounting.guards,
        origins: options.origins,
        tracing: options.tracing,
        takesProtobuf: options.protobufSocket,
        ...(options.socketTimes === undefined ? {} : { times: options.socketTimes }),
      });
      await app.register(
        async (scope) => {
          await scope.register(cors, {
            origin: [...options.origins],
            // An OPTIONS that is no browser's question has its answer in the same shape as the others.
            strictPreflight: false,
            credentials: true,
            methods: ['GET', 'POST', 'PATCH', 'DELETE'],
            allowedHeaders: ['Authorization', 'Content-Type', 'x-nura-session'],
            maxAge: 600,
          });
          mount(scope, endpoints, mounting);
        },
        { prefix: path },
      );
    },
    start: async () => {
      await handoff.start((id) => scheduler.announce(id));
      const { retentionMs } = options;
      endHousekeeping = startHousekeeping(
        {
          measurements,
          devices,
          retentionMs,
          log,
          acquireLease: options.acquireLease,
          tidyAccounts: async () => {
            await accounts.tidy();
            await options.tidyRequests?.();
          },
          now,
        },
        options.tidyEveryMs,
      );
    },
    stop: async () => {
      await endHousekeeping();
      await handoff.stop();
      await scheduler.stop();
      await engine.close();
    },
  };
}
