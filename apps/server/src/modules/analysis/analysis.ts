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
import { ChunkService } from './chunks/chunk-service.ts';
import { ResultHub } from './delivery/result-hub.ts';
import { deviceEndpoints } from './endpoints/devices.ts';
import { measurementEndpoints } from './endpoints/measurements.ts';
import { profileEndpoints } from './endpoints/profiles.ts';
import { statusEndpoints } from './endpoints/status.ts';
import { studyEndpoints } from './endpoints/studies.ts';
import { userEndpoints } from './endpoints/users.ts';
import { createAnalysisPipeline } from './engine/analysis-pipeline.ts';
import { DatabaseWatch } from './socket/database-watch.ts';
import { OpenSockets } from './socket/open-sockets.ts';
import { registerSockets, type SocketTimes } from './socket/socket-server.ts';

/** A measurement takes half a minute; one without data for this long is abandoned, ms. */
export const ABANDONED_MS = 10 * 60_000;

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

/** Limits how many measure at once by the load of this server. */
function createAdmission(
  { configuration, metrics }: Platform,
  { busyMs, threads, scheduler }: ReturnType<typeof createAnalysisPipeline>,
  gate: PriorityGate,
) {
  const capacity = new Capacity({
    cores: availableParallelism(),
    most: configuration.PERFUSE_MEASUREMENTS,
  });
  const admission = new Admission({ capacity, backlog: scheduler });
  const load = new LoadMeter({
    analysisMs: busyMs,
    threads,
    longestWaitMs: () => scheduler.longestWaitMs,
    people: () => admission.count,
    observe: (sample) => capacity.observe(sample),
  });
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
  return { admission, load };
}

/** Clients are sent to other servers when this one has lost the shared database; null where there is none. */
function createDatabaseWatch(
  { replica, log, metrics }: Platform,
  sockets: OpenSockets,
  lostAfterMs: number | undefined,
): DatabaseWatch | null {
  if (replica === null) return null;
  return new DatabaseWatch({
    answers: replica.answers,
    lost: () => {
      log.warn({ count: sockets.count }, 'the database is unavailable: websockets are closed');
      void sockets.closeAll();
    },
    metrics,
    lostAfterMs,
  });
}

/** Connects the protocol, the store and the engine. */
export function createAnalysis(
  platform: Platform,
  deps: AnalysisDeps,
  options: AnalysisOptions,
): Analysis {
  const { configuration, now, metrics, tracing, housekeeping } = platform;
  const { organisations } = deps.organisations;
  const { measurements, profiles, results } = deps.measurements;
  const { accounts } = deps;
  const { devices, tokens, staff } = accounts;
  const hub = new ResultHub();
  const gate = new PriorityGate();
  const pipeline = createAnalysisPipeline(platform, { results, hub, gate }, options.workerFile);
  const { chunks } = pipeline;
  const { admission, load } = createAdmission(platform, pipeline, gate);
  const chunkService = new ChunkService(chunks, {
    taker: pipeline.dispatch,
    keep: pipeline.keep,
    onStored: (id, isLast) => {
      metrics.chunk();
      load.chunk();
      if (isLast) admission.ended(id);
      else admission.fed(id);
    },
    now,
    prioritise: (work) => gate.chunk(work),
  });
  const sockets = new OpenSockets();
  const watch = createDatabaseWatch(platform, sockets, options.socketTimes?.withoutDatabase);
  metrics.gauge('perfuse_sockets', 'Open websockets.', () => sockets.count);
  metrics.gauge(
    'perfuse_measuring',
    'Websockets with a measurement in progress.',
    () => sockets.measuring,
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
    idle: sockets.idle,
    newcomer: (work) => gate.newcomer(work),
    socket:
      (path, { guards }) =>
      async (http) => {
        await registerSockets(http, path, sockets, {
          deps: {
            tokens,
            chunks,
            chunkService,
            results,
            hub,
            limits: new ConcurrencyLimit(ANALYSIS_LIMITS.maxSocketsPerToken),
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
      http.addHook('onReady', async () => {
        load.start();
        watch?.start();
        await pipeline.start();
      });
      http.addHook('onClose', async () => {
        load.stop();
        await watch?.stop();
        await pipeline.stop();
      });
      done();
    },
  };
}
