// SPDX-License-Identifier: Apache-2.0
import compress from '@fastify/compress';
import { constants } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { backendEndpoints } from './backend/endpoints.ts';
import type { Configuration } from './configuration/configuration.ts';
import { registerHealth } from './http/health.ts';
import { mount } from './http/mount.ts';
import { registerNotFound } from './http/not-found.ts';
import { registerRateLimits } from './http/rate-tiers.ts';
import { registerSecurityHeaders } from './http/security-headers.ts';
import { createHttpServer } from './http/server.ts';
import { presentBuilds, registerWebBuilds, type WebBuild } from './http/web-builds.ts';
import { createAccessTokens } from './identity/access-tokens.ts';
import { loadSecrets } from './identity/secrets.ts';
import { TokenService } from './identity/token-service.ts';
import { seed, type Installation } from './installation/seed.ts';
import { openStorage } from './storage/database.ts';
import { DeviceRepository } from './storage/repositories/devices.ts';
import { OrganisationRepository } from './storage/repositories/organisations.ts';

export interface AppOptions {
  readonly configuration: Configuration;
  /** The bundled analysis worker. */
  readonly workerFile: string;
  readonly webBuilds: readonly WebBuild[];
  readonly log: Logger;
}

export interface App {
  readonly http: FastifyInstance;
  readonly installation: Installation;
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

/** Puts the parts together and opens the store. Listening is the caller's. */
export async function createApp({ configuration, webBuilds, log }: AppOptions): Promise<App> {
  const storage = await openStorage(configuration.PERFUSE_DATA_DIR);
  const secrets = await loadSecrets(configuration.PERFUSE_DATA_DIR);
  const organisations = new OrganisationRepository(storage.database);
  const installation = await seed(organisations, secrets, configuration.PERFUSE_DEMO);
  const tokens = new TokenService(
    new DeviceRepository(storage.database),
    await createAccessTokens(secrets),
  );

  const rates = {
    strict: configuration.PERFUSE_RATE_STRICT,
    normal: configuration.PERFUSE_RATE_NORMAL,
    relaxed: configuration.PERFUSE_RATE_RELAXED,
  };
  const mounting = { authenticate: (token: string) => tokens.authenticate(token), rates };
  const http = createHttpServer(log, configuration.PERFUSE_TRUST_PROXY);
  const builds = presentBuilds(webBuilds);
  await registerSecurityHeaders(http, configuration.PERFUSE_API_HOST);
  await registerCompression(http);
  await registerRateLimits(http);
  registerHealth(http, [storage.check]);
  const backend = backendEndpoints({
    installation,
    tokens,
    apiHost: configuration.PERFUSE_API_HOST,
    signInNeeded: configuration.PERFUSE_AUTH,
  });
  await http.register(
    (scope, _options, done) => {
      mount(scope, backend, mounting);
      done();
    },
    { prefix: '/api' },
  );
  await registerWebBuilds(http, builds);
  registerNotFound(http, builds, rates);

  return {
    http,
    installation,
    close: async () => {
      await http.close();
      await storage.close();
    },
  };
}
