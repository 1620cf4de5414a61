// SPDX-License-Identifier: Apache-2.0
import compress from '@fastify/compress';
import { Server as SecureServer } from 'node:https';
import { constants } from 'node:zlib';
import { ANALYSIS_ROUTES } from '@perfuse/contract/analysis/routes';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createAccounts, type Accounts } from './modules/accounts/accounts.ts';
import { rateLimitKey } from './modules/accounts/attempts/attempt-limits.ts';
import type { PasswordCost } from './modules/accounts/passwords/passwords.ts';
import { registerAdministration } from './modules/admin/administration.ts';
import { REGION } from './platform/config/about.ts';
import {
  loadPulseModel,
  pulseModelFiles,
  type PulseModelFiles,
} from './modules/analysis/engine/pulse-model.ts';
import { createAnalysisService } from './modules/analysis/service.ts';
import type { SocketTimes } from './modules/analysis/socket/socket-server.ts';
import { accessEndpoints } from './modules/accounts/endpoints/access-endpoints.ts';
import { accountEndpoints } from './modules/accounts/endpoints/account-endpoints.ts';
import {
  secondFactorEndpoints,
  signInEndpoints,
} from './modules/accounts/endpoints/second-factor-endpoints.ts';
import { sessionEndpoints } from './modules/accounts/endpoints/session-endpoints.ts';
import { ANALYSIS_PATH, BACKEND_PATH, backendEndpoints } from './modules/web/app-endpoints.ts';
import { EventService, eventEndpoints } from './modules/events/event-service.ts';
import { handOffEndpoints } from './modules/handoff/endpoints.ts';
import { HandOffs } from './modules/handoff/handoff-service.ts';
import type { Configuration } from './platform/config/configuration.ts';
import { certificateFiles } from './platform/config/consistency.ts';
import { confirmsEmail, createTransports, publicUrl } from './platform/config/message-settings.ts';
import { webSettings } from './modules/web/web-settings.ts';
import { readCertificate } from './platform/http/certificate.ts';
import { limitConnections } from './platform/http/connection-limits.ts';
import { Drain, registerDrain } from './platform/http/drain.ts';
import { registerHealth, type ReadinessCheck } from './platform/http/health.ts';
import { mount } from './platform/http/mount.ts';
import { registerNotFound } from './modules/web/not-found.ts';
import { registerRateLimits } from './platform/http/rate-tiers.ts';
import { registerSecurityHeaders } from './platform/http/security-headers.ts';
import type { HttpTimes } from './platform/http/http-times.ts';
import { createHttpServer } from './platform/http/server.ts';
import { presentBuilds, registerWebBuilds, type WebBuild } from './modules/web/web-builds.ts';
import { createAccessTokens } from './modules/accounts/tokens/access-tokens.ts';
import { rereadKeys } from './platform/crypto/key-ring.ts';
import { Encryption } from './platform/crypto/encryption.ts';
import { loadSecrets, secretsFile } from './platform/crypto/secrets.ts';
import { TokenService } from './modules/accounts/tokens/token-service.ts';
import { KeyRotationJob } from './platform/crypto/key-rotation-job.ts';
import { seed, type Installation } from './modules/organisations/installation.ts';
import { assertSharedSecrets } from './modules/organisations/shared-secrets.ts';
import { createLaunches, type Launches, type OutboundTimes } from './modules/launch/launches.ts';
import { createMetrics, type Metrics } from './platform/telemetry/metrics.ts';
import { registerRequestMetrics } from './platform/telemetry/request-metrics.ts';
import { registerOpenApi } from './modules/web/openapi/register.ts';
import { openConfiguredStorage } from './platform/storage/open.ts';
import { DeviceRepository } from './modules/accounts/tokens/device-repository.ts';
import { EventRepository } from './modules/events/event-repository.ts';
import { HandOffRepository } from './modules/handoff/handoff-repository.ts';
import { OrganisationDirectory } from './modules/organisations/directory-repository.ts';
import { OrganisationRepository } from './modules/organisations/organisation-repository.ts';
import { RequestCounts } from './platform/http/request-counts.ts';
import { EncryptedRows } from './platform/crypto/encrypted-rows.ts';
import { openTracing } from './platform/telemetry/open-tracing.ts';
import { tracedTransports } from './platform/outbound/traced.ts';
import { registerRequestTraces } from './platform/telemetry/request-traces.ts';

export interface AppOptions {
  readonly configuration: Configuration;
  /** The bundled analysis worker. */
  readonly workerFile: string;
  readonly webBuilds: readonly WebBuild[];
  readonly log: Logger;
  /** For tests that cannot wait as long as a network. */
  readonly socketTimes?: SocketTimes;
  readonly httpTimes?: HttpTimes;
  readonly outboundTimes?: OutboundTimes;
  /** Between two rounds of tidying, ms. */
  readonly tidyEveryMs?: number;
  /** Clock of this machine, for tests that set it. */
  readonly now?: () => number;
  /** For tests that cannot wait for a session's access token to expire, s. */
  readonly sessionAccessS?: number;
  /** For tests that hash hundreds of passwords and recovery codes. */
  readonly passwordCost?: PasswordCost;
}

export interface App {
  readonly http: FastifyInstance;
  readonly installation: Installation;
  readonly accounts: Accounts;
  readonly launches: Launches;
  readonly metrics: Metrics;
  /** What must hold for the server to be ready. */
  readonly checks: readonly ReadinessCheck[];
  /** PriorityGate new measurements away and resolves when those under way have ended, or have had their time. */
  readonly drain: () => Promise<void>;
  /** Reads the file of secrets and the certificate again, for what came or went. */
  readonly rereadSecrets: () => Promise<void>;
  readonly close: () => Promise<void>;
}

async function registerCompression(http: FastifyInstance): Promise<void> {
  await http.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    // Quality 11, the default, is meant for files compressed once, not for answers.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
}

/** What was opened, to be closed in mirrored order. */
class Closers {
  readonly #closers: (() => Promise<void>)[] = [];

  add(close: () => Promise<void>): void {
    this.#closers.push(close);
  }

  /** Closes everything, whatever fails on the way. */
  readonly closeAll = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) {
      await close().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything closed cleanly.');
  };
}

/** Tries the learned estimator once, so that a bad file stops the start and not the first measurement. */
async function checkedPulseModel(
  configuration: Configuration,
): Promise<PulseModelFiles | undefined> {
  const files = pulseModelFiles(
    configuration.PERFUSE_PULSE_MODEL,
    configuration.PERFUSE_PULSE_MODEL_STATE,
  );
  if (files !== undefined) await (await loadPulseModel(files)).runner.close();
  return files;
}

async function compose(options: AppOptions, closers: Closers): Promise<Omit<App, 'close'>> {
  const { configuration, webBuilds, log } = options;
  const directory = configuration.PERFUSE_DATA_DIR;
  const pulseModel = await checkedPulseModel(configuration);
  const certificate = certificateFiles(configuration);
  const tls = certificate === null ? null : await readCertificate(certificate);
  const tracing = await openTracing(configuration, log);
  closers.add(tracing.close);
  const storage = await openConfiguredStorage(configuration, log, options.now);
  const { now } = storage;
  closers.add(storage.close);
  const secrets = await loadSecrets(directory, configuration.PERFUSE_SECRETS_FILE);
  const keys = rereadKeys(secretsFile(directory, configuration.PERFUSE_SECRETS_FILE), secrets, log);
  closers.add(keys.stop);
  const encryption = new Encryption(keys, now);
  const organisations = new OrganisationRepository(storage.database);
  const installation = await storage.exclusively(async () => {
    const seeded = await seed(
      organisations,
      new OrganisationDirectory(storage.database),
      secrets,
      configuration.PERFUSE_DEMO,
    );
    if (storage.replica !== null) await assertSharedSecrets(organisations, secrets);
    return seeded;
  });
  const devices = new DeviceRepository(storage.database, now);
  const tokens = new TokenService(
    devices,
    createAccessTokens(keys, now),
    now,
    options.sessionAccessS,
  );
  const accounts = createAccounts({
    database: storage.database,
    requiresFactor: configuration.PERFUSE_SECOND_FACTOR,
    requiresAdminFactor: configuration.PERFUSE_ADMIN_SECOND_FACTOR,
    now,
    encryption,
    tokens,
    installation,
    transports: tracedTransports(tracing, createTransports(configuration)),
    publicUrl: publicUrl(configuration),
    confirmsEmail: confirmsEmail(configuration),
    attempts: {
      perAccount: configuration.PERFUSE_ATTEMPTS_ACCOUNT,
      perAddress: configuration.PERFUSE_ATTEMPTS_ADDRESS,
    },
    passwordCost: options.passwordCost,
    region: REGION,
    log,
  });
  closers.add(accounts.stop);
  const retentionMs = configuration.PERFUSE_RETENTION_HOURS * 3_600_000;
  const launches = createLaunches({
    database: storage.database,
    now,
    encryption,
    tokens,
    installation,
    accounts,
    privateTargets: configuration.PERFUSE_PRIVATE_TARGETS,
    outboundHosts: configuration.PERFUSE_OUTBOUND_HOSTS,
    requiresTls: configuration.PERFUSE_TLS_OUTBOUND,
    retentionMs,
    acquireLease: storage.acquireLease,
    ...(options.outboundTimes === undefined ? {} : { times: options.outboundTimes }),
    tracing,
    log,
  });
  closers.add(launches.stop);

  const { PERFUSE_TRUST_PROXY: trustProxy } = configuration;
  const http = createHttpServer(log, {
    trustProxy,
    tls,
    times: options.httpTimes,
  });
  limitConnections(http, {
    connections: trustProxy.length === 0 ? configuration.PERFUSE_CONNECTIONS_ADDRESS : null,
    sockets: configuration.PERFUSE_SOCKETS_ADDRESS,
  });
  const metrics = createMetrics(configuration.PERFUSE_METRICS_PORT !== undefined);
  registerRequestMetrics(http, metrics);
  registerRequestTraces(http, tracing);
  const drain = new Drain();
  registerDrain(http, drain, {
    measurements: `${ANALYSIS_PATH}${ANALYSIS_ROUTES.createMeasurement.path}`,
    sockets: storage.replica === null ? null : ANALYSIS_PATH,
  });
  const checks = [drain.check, storage.check];
  const builds = presentBuilds(webBuilds);
  await registerSecurityHeaders(http, {
    analysisHost: configuration.PERFUSE_API_HOST,
    visageUrl: configuration.PERFUSE_VISAGE_URL,
    visitPolicy: launches.visitPolicy,
  });
  await registerCompression(http);
  const requestCounts = storage.replica === null ? null : new RequestCounts(storage.database);
  const digestAddress = encryption.digest('attempts');
  const guards = await registerRateLimits(
    http,
    {
      strict: configuration.PERFUSE_RATE_STRICT,
      normal: configuration.PERFUSE_RATE_NORMAL,
      relaxed: configuration.PERFUSE_RATE_RELAXED,
    },
    requestCounts === null
      ? null
      : (address, ms) => requestCounts.add(digestAddress(`strict:${rateLimitKey(address)}`), ms),
  );
  const mounting = { authenticate: (token: string) => tokens.authenticate(token), guards };

  const analysis = createAnalysisService({
    database: storage.database,
    now,
    ...(options.tidyEveryMs === undefined ? {} : { tidyEveryMs: options.tidyEveryMs }),
    replica: storage.replica,
    acquireLease: storage.acquireLease,
    metrics,
    organisations,
    devices,
    tokens,
    accounts,
    mounting,
    workerFile: options.workerFile,
    threads: configuration.PERFUSE_WORKERS,
    mostMeasurements: configuration.PERFUSE_MEASUREMENTS,
    ...(requestCounts === null ? {} : { tidyRequests: () => requestCounts.purge() }),
    timeoutMs: configuration.PERFUSE_ANALYSIS_TIMEOUT_S * 1000,
    ...(pulseModel === undefined ? {} : { pulseModel }),
    ...(configuration.PERFUSE_WHO_REGION === undefined
      ? {}
      : { whoRegion: configuration.PERFUSE_WHO_REGION }),
    retentionMs,
    origins: configuration.PERFUSE_CORS_ORIGINS,
    protobufSocket: configuration.PERFUSE_PROTOBUF_SOCKET,
    ...(options.socketTimes === undefined ? {} : { socketTimes: options.socketTimes }),
    tracing,
    log,
  });
  closers.add(analysis.stop);
  closers.add(() => http.close());

  const events = new EventService({
    events: new EventRepository(storage.database, now),
    acquireLease: storage.acquireLease,
    retentionMs,
    now,
    forward: async (configId, told) => {
      if (await launches.webhooks.enqueue(configId, told)) launches.forwarder.trigger();
    },
  });
  closers.add(events.stop);
  const handOffs = new HandOffs({
    store: new HandOffRepository(storage.database, now),
    devices,
    tokens,
    accounts,
    visits: launches.visits,
    lifetimeS: configuration.PERFUSE_HANDOFF_S,
    publicUrl: configuration.PERFUSE_PUBLIC_URL ?? null,
    now,
  });
  registerHealth(http, checks);
  const backend = backendEndpoints({
    installation,
    tokens,
    newcomer: analysis.newcomer,
    apiHost: configuration.PERFUSE_API_HOST,
    signInNeeded: configuration.PERFUSE_SIGN_IN,
    directory: accounts.directory,
    webSettings: webSettings(configuration),
  });
  await http.register(
    (scope, _options, done) => {
      mount(
        scope,
        [
          ...backend,
          ...accountEndpoints(accounts),
          ...signInEndpoints(accounts),
          ...secondFactorEndpoints(accounts),
          ...accessEndpoints(accounts),
          ...sessionEndpoints({ tokens, keys }),
          ...eventEndpoints(events),
          ...handOffEndpoints(handOffs),
          ...launches.endpoints,
        ],
        mounting,
      );
      done();
    },
    { prefix: BACKEND_PATH },
  );
  await analysis.register(http, ANALYSIS_PATH);
  await registerAdministration(http, {
    database: storage.database,
    accounts,
    organisations,
    installation,
    publicUrl: configuration.PERFUSE_PUBLIC_URL ?? null,
    hasEnterprise: builds.some(({ prefixes }) => prefixes.includes('/org')),
    webhooks: launches.webhooks,
    webhookSecrets: launches.webhookSecrets,
    forwarder: launches.forwarder,
    mounting,
  });
  registerOpenApi(http, guards);
  await registerWebBuilds(http, builds);
  registerNotFound(http, builds, guards);
  const keyRotation = new KeyRotationJob({
    rows: new EncryptedRows(storage.database),
    encryption,
    acquireLease: storage.acquireLease,
    log,
  });
  closers.add(keyRotation.stop);
  await events.start();
  keyRotation.start();
  await launches.start();
  await analysis.start();
  await accounts.start();
  return {
    http,
    installation,
    accounts,
    launches,
    metrics,
    checks,
    rereadSecrets: async () => {
      await keys.reread();
      keyRotation.trigger();
      if (certificate === null || !(http.server instanceof SecureServer)) return;
      try {
        http.server.setSecureContext(await readCertificate(certificate));
      } catch (error) {
        log.error({ err: error }, 'the certificate was not read again');
      }
    },
    drain: () => drain.begin(analysis.measuring, configuration.PERFUSE_DRAIN_S * 1000),
  };
}

/** Puts the deps together, opens the store and takes up unfinished work. Listening is the caller's. */
export async function createApp(options: AppOptions): Promise<App> {
  const closers = new Closers();
  try {
    return { ...(await compose(options, closers)), close: closers.closeAll };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}
