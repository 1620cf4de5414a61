// SPDX-License-Identifier: Apache-2.0
import { availableParallelism } from 'node:os';
import { ANALYSIS_LIMITS } from '@perfuse/contract/limits';
import type { FastifyPluginAsync, FastifyPluginCallback } from 'fastify';
import { ConcurrencyLimit } from '../../platform/http/concurrency-limit.ts';
import { mount, type MountOptions } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Measurements } from '../measurements/index.ts';
import type { Organisations } from '../organisations/index.ts';
import { Admission } from './admission/admission.ts';
import { Capacity } from './admission/capacity.ts';
import { LoadMeter } from './admission/load-meter.ts';
import { KeyedRate } from '../../platform/http/keyed-rate.ts';
import { PriorityGate } from './admission/priority-gate.ts';
import { ChunkRepository } from './chunks/chunk-repository.ts';
import { ChunkService } from './chunks/chunk-service.ts';
import { ResultHub } from './delivery/result-hub.ts';
import { deviceEndpoints } from './endpoints/devices.ts';
import { measurementEndpoints } from './endpoints/measurements.ts';
import { profileEndpoints } from './endpoints/profiles.ts';
import { statusEndpoints } from './endpoints/status.ts';
import { studyEndpoints } from './endpoints/studies.ts';
import { userEndpoints } from './endpoints/users.ts';
import { Analyst } from './engine/analyst.ts';
import { createChunkDispatch } from './engine/create-chunk-dispatch.ts';
import { CHUNK_LEASE_MS } from './engine/shared-chunk-dispatch.ts';
import { createEnginePool } from './engine/engine-pool.ts';
import { Scheduler } from './engine/scheduler.ts';
import { DatabaseWatch } from './socket/database-watch.ts';
import { registerSockets, type OpenSockets, type SocketTimes } from './socket/socket-server.ts';

/** A measurement takes half a minute; one without data for this long is abandoned, ms. */
export const ABANDONED_MS = 10 * 60_000;
/** Measurements per thread that are analysed, or have their results stored, at once. */
const CONCURRENT_PER_THREAD = 8;

export interface AnalysisDeps {
  readonly organisations: Pick<Organisations, 'organisations'>;
  readonly measurements: Measurements;
  readonly accounts: Accounts;
}

export interface AnalysisOptions {
  /** The bundled worker. */
  readonly workerFile: string;
  readonly socketTimes?: SocketTimes;
}

/** The analysis service: what measuring clients call. */
export interface Analysis {
  /** Resolves when no measurement runs on a websocket, or after `withinMs` at the latest. */
  readonly idle: (withinMs: number) => Promise<void>;
  /** Admits work for a client that does not measure yet, such as a token. @throws ServiceError RATE_LIMIT. */
  readonly newcomer: <T>(work: () => Promise<T>) => Promise<T>;
  /** The websocket, at a path of the server. */
  readonly socket: (path: string, mounting: MountOptions) => FastifyPluginAsync;
  /** The routes and the background work. */
  readonly plugin: (mounting: MountOptions) => FastifyPluginCallback;
}

/** Connects the protocol, the store and the engine. */
export function createAnalysis(
  platform: Platform,
  deps: AnalysisDeps,
  options: AnalysisOptions,
): Analysis {
  const { configuration, database, now, replica, metrics, tracing, housekeeping, log } = platform;
  const { organisations } = deps.organisations;
  const { measurements, profiles, results } = deps.measurements;
  const { accounts } = deps;
  const { devices, tokens, staff } = accounts;
  const { PERFUSE_WORKERS: threads, PERFUSE_WHO_REGION: whoRegion } = configuration;
  const lease = replica === null ? undefined : { holder: replica.holder, leaseMs: CHUNK_LEASE_MS };
  const chunks = new ChunkRepository(database, { now, lease });
  const hub = new ResultHub();
  const dispatch = createChunkDispatch(
    { database, replica, log, metrics },
    { chunks, results, hub },
  );
  const engine = createEnginePool({
    workerFile: options.workerFile,
    threads,
    timeoutMs: configuration.PERFUSE_ANALYSIS_TIMEOUT_S * 1000,
  });
  const analyst = new Analyst({
    chunks,
    results,
    engine,
    dispatch,
    log,
    observe: metrics.analysis,
    tracing,
    whoRegion,
  });
  const gate = new PriorityGate();
  const scheduler = new Scheduler({
    step: (id) => gate.chunk(() => analyst.analyseNext(id)),
    lanes: threads,
    perLane: CONCURRENT_PER_THREAD,
    log,
  });
  const capacity = new Capacity({
    cores: availableParallelism(),
    most: configuration.PERFUSE_MEASUREMENTS,
  });
  const admission = new Admission({ capacity, backlog: scheduler });
  const load = new LoadMeter({
    analysisMs: engine.busyMs,
    threads,
    longestWaitMs: () => scheduler.longestWaitMs,
    people: () => admission.count,
    observe: (sample) => capacity.observe(sample),
  });
  const chunkService = new ChunkService(chunks, {
    taker: dispatch,
    onStored: (id, isLast) => {
      metrics.chunk();
      load.chunk();
      if (isLast) admission.ended(id);
      else admission.fed(id);
    },
    now,
    prioritise: (work) => gate.chunk(work),
  });
  const limits = new ConcurrencyLimit(ANALYSIS_LIMITS.maxSocketsPerToken);
  let sockets: OpenSockets = {
    count: () => 0,
    measuring: () => 0,
    idle: () => Promise.resolve(),
    closeAll: () => Promise.resolve(),
  };
  const watch =
    replica === null
      ? null
      : new DatabaseWatch({
          answers: replica.answers,
          lost: () => {
            log.warn(
              { count: sockets.count() },
              'the database is unavailable: websockets are closed',
            );
            void sockets.closeAll();
          },
          metrics,
          lostAfterMs: options.socketTimes?.withoutDatabase,
        });
  metrics.gauge('perfuse_sockets', 'Open websockets.', () => sockets.count());
  metrics.gauge('perfuse_measuring', 'Websockets with a measurement in progress.', () =>
    sockets.measuring(),
  );
  metrics.gauge(
    'perfuse_measurements_waiting',
    'Measurements with chunks waiting for an analysis thread of this server.',
    () => scheduler.waiting,
  );
  metrics.gauge(
    'perfuse_measurements',
    'Measurements sending data to this server, limited to perfuse_measurements_most.',
    () => admission.count,
  );
  metrics.gauge(
    'perfuse_measurements_most',
    'Limit of simultaneous measurements, from the cost of the running ones.',
    () => capacity.most,
  );
  metrics.gauge(
    'perfuse_measurements_beginning',
    'Measurements waiting to start: paced evenly, after chunks of running ones.',
    () => admission.waiting + gate.waiting,
  );
  const retentionMs = configuration.PERFUSE_RETENTION_HOURS * 3_600_000;
  housekeeping.add('abandoned measurements', () => measurements.abandon(now() - ABANDONED_MS));
  housekeeping.add('expired measurements', () => measurements.expire(now() - retentionMs));

  const endpoints = [
    ...statusEndpoints(),
    ...deviceEndpoints({
      organisations,
      devices,
      tokens,
      people: accounts.people,
      gate,
      registrations: new KeyedRate(configuration.PERFUSE_RATE_LAUNCHES),
    }),
    ...userEndpoints(accounts),
    ...profileEndpoints(profiles),
    ...studyEndpoints({ organisations, staff }),
    ...measurementEndpoints({
      organisations,
      profiles,
      measurements,
      results,
      consents: accounts.consents,
      devices,
      requiresSignIn: configuration.PERFUSE_SIGN_IN,
      chunkService,
      staff,
      admission,
      gate,
    }),
  ];

  return {
    idle: (withinMs) => sockets.idle(withinMs),
    newcomer: (work) => gate.newcomer(work),
    socket:
      (path, { guards }) =>
      async (http) => {
        sockets = await registerSockets(http, path, {
          deps: {
            tokens,
            chunks,
            chunkService,
            results,
            hub,
            limits,
            assertReached: watch?.assertReached ?? (() => Promise.resolve()),
          },
          guards,
          origins: configuration.PERFUSE_CORS_ORIGINS,
          tracing,
          takesProtobuf: configuration.PERFUSE_PROTOBUF_SOCKET,
          times: options.socketTimes,
        });
      },
    plugin: (mounting) => (http, _options, done) => {
      mount(http, endpoints, mounting);
      // Resumes chunks that an earlier run left unanswered.
      http.addHook('onReady', async () => {
        load.start();
        watch?.start();
        await dispatch.start((id, isLast) => scheduler.announce(id, isLast));
      });
      // Waiting chunks are in the store for the next start.
      http.addHook('onClose', async () => {
        load.stop();
        await watch?.stop();
        await scheduler.stop();
        await dispatch.stop();
        await engine.close();
      });
      done();
    },
  };
}
