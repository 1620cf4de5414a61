// SPDX-License-Identifier: Apache-2.0
import { BACKEND_PATH } from '@perfuse/contract/backend/errors';
import compress from '@fastify/compress';
import { Server as SecureServer } from 'node:https';
import { constants } from 'node:zlib';
import { ANALYSIS_ROUTES } from '@perfuse/contract/analysis/routes';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { accountsPlugin } from './modules/accounts/index.ts';
import { ADMIN_API_PATH, administrationPlugin } from './modules/admin/index.ts';
import { createAnalysis, registerCors, type SocketTimes } from './modules/analysis/index.ts';
import { createHandOffs } from './modules/handoff/index.ts';
import { openInstallation } from './modules/organisations/index.ts';
import { createProtocolAdmin } from './modules/protocol-admin/index.ts';
import {
  ANALYSIS_PATH,
  appPlugin,
  presentBuilds,
  openLearnedEstimator,
  registerServiceNotFound,
  registerWeb,
  type WebBuild,
} from './modules/web/index.ts';
import { readCertificate } from './platform/config/certificate.ts';
import type { Configuration } from './platform/config/configuration.ts';
import { certificateFiles } from './platform/config/consistency.ts';
import { EncryptedRows } from './platform/crypto/encrypted-rows.ts';
import { KeyRotationJob } from './platform/crypto/key-rotation-job.ts';
import { limitConnections } from './platform/http/connection-limits.ts';
import { Drain, registerDrain } from './platform/http/drain.ts';
import { isReady, registerHealth, type ReadinessCheck } from './platform/http/health.ts';
import type { HttpTimes } from './platform/http/http-times.ts';
import type { MountOptions } from './platform/http/mount.ts';
import { StrictRate } from './platform/http/strict-rate.ts';
import { registerRateLimits } from './platform/http/rate-tiers.ts';
import { RequestCounts } from './platform/http/request-counts.ts';
import { registerSecurityHeaders } from './platform/http/security-headers.ts';
import { createHttpServer } from './platform/http/server.ts';
import { openPlatform, type Platform } from './platform/platform.ts';
import { registerRequestMetrics } from './platform/telemetry/request-metrics.ts';
import { registerRequestTraces } from './platform/telemetry/request-traces.ts';
import { createServices, type Services, type ServicesOptions } from './services.ts';

export interface AppOptions extends ServicesOptions {
  readonly configuration: Configuration;
  /** The bundled analysis worker. */
  readonly workerFile: string;
  readonly webBuilds: readonly WebBuild[];
  readonly log: Logger;
  /** Shorter times, for tests. */
  readonly socketTimes?: SocketTimes;
  readonly httpTimes?: HttpTimes;
  /** Between two runs of the housekeeping, ms. */
  readonly housekeepingMs?: number;
  /** Clock of this machine, for tests that set it. */
  readonly now?: (() => number) | undefined;
}

export interface App extends Services {
  readonly http: FastifyInstance;
  readonly platform: Platform;
  /** Conditions for the server to be ready. */
  readonly checks: readonly ReadinessCheck[];
  /** Refuses new measurements and resolves when the running ones have ended or the drain time is over. */
  readonly drain: () => Promise<void>;
  /** Rereads the secrets file and the certificate after a change. */
  readonly rereadSecrets: () => Promise<void>;
  readonly close: () => Promise<void>;
}

async function openHttp(
  { configuration, log }: Platform,
  times: HttpTimes | undefined,
): Promise<FastifyInstance> {
  const { PERFUSE_TRUST_PROXY: trustProxy } = configuration;
  const files = certificateFiles(configuration);
  const tls = files === null ? null : await readCertificate(files);
  const http = createHttpServer(log, { trustProxy, tls, times });
  limitConnections(http, {
    connections: trustProxy.length === 0 ? configuration.PERFUSE_CONNECTIONS_ADDRESS : null,
    sockets: configuration.PERFUSE_SOCKETS_ADDRESS,
  });
  return http;
}

/** Registers what applies to every route: compression, metrics, traces, security headers and rate limits. */
async function registerCommon(
  http: FastifyInstance,
  platform: Platform,
  { accounts, launches }: Services,
): Promise<MountOptions> {
  const { configuration, database, encryption, housekeeping, metrics, replica, tracing } = platform;
  registerRequestMetrics(http, metrics);
  registerRequestTraces(http, tracing);
  await registerSecurityHeaders(http, {
    analysisHost: configuration.PERFUSE_API_HOST,
    visageUrl: configuration.PERFUSE_VISAGE_URL,
    visitPolicy: launches.visitPolicy,
  });
  await http.register(compress, {
    encodings: ['br', 'gzip'],
    // A body that does not decompress while its caller is authenticated would never be answered.
    globalDecompression: false,
    threshold: 1024,
    // Quality 11, the default, is meant for files compressed once, not for answers.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  const counts = replica === null ? null : new RequestCounts(database);
  if (counts !== null) housekeeping.add('request counts', () => counts.purge());
  const digest = encryption.digest('attempts');
  const strict = new StrictRate(
    configuration.PERFUSE_RATE_STRICT,
    counts === null ? null : (address, ms) => counts.add(digest(`strict:${address}`), ms),
    http.log,
  );
  const limits = {
    normal: configuration.PERFUSE_RATE_NORMAL,
    relaxed: configuration.PERFUSE_RATE_RELAXED,
  };
  const { PERFUSE_PUBLIC_URL: publicUrl } = configuration;
  return {
    strict,
    authenticate: (token) => accounts.tokens.authenticate(token),
    guards: await registerRateLimits(http, limits, strict),
    ownOrigins: publicUrl === undefined ? [] : [new URL(publicUrl).origin],
  };
}

/** Re-encrypts, in the background, data that was encrypted with older keys. */
function registerKeyRotation(
  http: FastifyInstance,
  { database, encryption, acquireLease, log, metrics }: Platform,
): KeyRotationJob {
  const job = new KeyRotationJob({
    rows: new EncryptedRows(database),
    encryption,
    acquireLease,
    log,
    metrics,
  });
  http.addHook('onReady', (started) => {
    job.start();
    started();
  });
  http.addHook('onClose', job.stop);
  return job;
}

async function compose(
  platform: Platform,
  http: FastifyInstance,
  options: AppOptions,
): Promise<Omit<App, 'close'>> {
  const { configuration, replica, housekeeping, jobs, log } = platform;
  http.addHook('onReady', jobs.start);
  // Close hooks run in reverse order: closing modules can still add jobs.
  http.addHook('onClose', jobs.stop);
  const services = createServices(platform, await openInstallation(platform), options);
  const { accounts, events, launches } = services;
  const builds = presentBuilds(options.webBuilds);
  const { PERFUSE_PULSE_MODEL: model } = configuration;
  const learned = model === undefined ? null : await openLearnedEstimator(model);
  const drain = new Drain();
  registerDrain(http, drain, {
    measurements: `${ANALYSIS_PATH}${ANALYSIS_ROUTES.createMeasurement.path}`,
    sockets: replica === null ? null : ANALYSIS_PATH,
  });
  const checks = [drain.check, platform.check];
  registerHealth(http, checks);
  const help = 'Whether the server is ready, as /health/ready reports: 1 or 0.';
  platform.metrics.gauges('perfuse_ready', help, [], async () => [
    { value: Number(await isReady(checks)) },
  ]);
  const mounting = await registerCommon(http, platform, services);
  const analysis = createAnalysis(platform, services, options);
  const handOffs = createHandOffs(platform, accounts, launches);
  const protocolAdmin = createProtocolAdmin(platform, services);

  await http.register(
    async (api) => {
      await api.register(
        appPlugin(
          platform,
          { ...services, learnedPath: learned?.path ?? null },
          analysis.newcomer,
          mounting,
        ),
      );
      await api.register(accountsPlugin(accounts, platform.keys, mounting));
      await api.register(launches.plugin(mounting));
      await api.register(events.plugin(mounting));
      await api.register(handOffs(mounting));
    },
    { prefix: BACKEND_PATH },
  );
  await http.register(analysis.socket(ANALYSIS_PATH, mounting));
  await http.register(
    async (protocol) => {
      await registerCors(protocol, configuration.PERFUSE_CORS_ORIGINS);
      registerServiceNotFound(protocol, mounting.guards);
      await protocol.register(analysis.plugin(mounting));
      await protocol.register(protocolAdmin(mounting));
    },
    { prefix: ANALYSIS_PATH },
  );
  await http.register(administrationPlugin(platform, services, builds, mounting), {
    prefix: ADMIN_API_PATH,
  });
  const unrouted = { guards: mounting.guards, hasStudy: configuration.PERFUSE_STUDY };
  await registerWeb(http, builds, unrouted, learned);

  const keyRotation = registerKeyRotation(http, platform);
  http.addHook('onReady', (started) => {
    housekeeping.start();
    started();
  });
  http.addHook('onClose', housekeeping.stop);
  await http.ready();
  return {
    ...services,
    http,
    platform,
    checks,
    rereadSecrets: async () => {
      await platform.rereadKeys();
      keyRotation.trigger();
      const certificate = certificateFiles(configuration);
      if (certificate === null || !(http.server instanceof SecureServer)) return;
      try {
        http.server.setSecureContext(await readCertificate(certificate));
        log.info('the certificate was reloaded');
      } catch (error) {
        log.error({ err: error }, 'the certificate could not be reloaded');
      }
    },
    drain: () => {
      drain.begin();
      return analysis.idle(configuration.PERFUSE_DRAIN_S * 1000);
    },
  };
}

/** Composes the server, opens its store and resumes unfinished work. The caller starts listening. */
export async function createApp(options: AppOptions): Promise<App> {
  const platform = await openPlatform({
    ...options,
    postTimeoutMs: options.outboundTimes?.timeoutMs,
  });
  const http = await openHttp(platform, options.httpTimes).catch(async (error: unknown) => {
    await platform.close();
    throw error;
  });
  // Close hooks run in reverse order: modules close before the platform they depend on.
  http.addHook('onClose', platform.close);
  const close = async (): Promise<void> => {
    await http.close();
  };
  try {
    return { ...(await compose(platform, http, options)), close };
  } catch (error) {
    await close();
    throw error;
  }
}
