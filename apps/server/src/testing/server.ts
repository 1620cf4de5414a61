// SPDX-License-Identifier: Apache-2.0
/** Test helper: the real server on a real port, with its store in a separate folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ServerAddress } from '@perfuse/testing/client';
import type { PasswordCost } from '../modules/accounts/passwords/passwords.ts';
import { createApp, type App } from '../app.ts';
import type { SocketTimes } from '../modules/analysis/socket/socket-server.ts';
import { readConfiguration } from '../platform/config/configuration.ts';
import type { OutboundTimes } from '../services.ts';
import { createLogger } from '../platform/telemetry/logging.ts';
import type { HttpTimes } from '../platform/http/http-times.ts';
import type { WebBuild } from '../modules/web/web-builds.ts';

/** For many calls from one address, in tests that do not test limits. */
export const NO_LIMITS = {
  PERFUSE_RATE_STRICT: '100000',
  PERFUSE_RATE_NORMAL: '100000',
  PERFUSE_ATTEMPTS_ADDRESS: '100000',
} as const;

/** argon2id at its lowest cost: for tests of what passwords and codes do, not of what they cost. */
export const CHEAP: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export interface TestServerOptions {
  readonly environment?: NodeJS.ProcessEnv;
  readonly workerFile?: string;
  readonly webBuilds?: readonly WebBuild[];
  readonly socketTimes?: SocketTimes;
  readonly httpTimes?: HttpTimes;
  readonly sessionAccessS?: number;
  /** Hashing cost of passwords and recovery codes; minimal by default. */
  readonly passwordCost?: PasswordCost;
  readonly outboundTimes?: OutboundTimes;
  readonly housekeepingMs?: number;
  /** Clock of the machine. */
  readonly now?: () => number;
  /** `debug` by default. */
  readonly logLevel?: string;
  /** An existing data folder; it is kept. */
  readonly directory?: string;
}

export interface TestServer extends ServerAddress {
  readonly app: App;
  /** Id of the study that the server created at its first start. */
  readonly studyId: string;
  readonly directory: string;
  readonly log: string[];
  readonly stop: () => Promise<void>;
}

export const temporaryFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'perfuse-'));

/** A worker that answers at once, and misbehaves as requested by a payload's `framesDropped`. */
export const FAKE_WORKER = createRequire(import.meta.url).resolve(
  '@perfuse/server/testing/fake-worker',
);

export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const directory = options.directory ?? (await temporaryFolder());
  const read = readConfiguration({ PERFUSE_DATA_DIR: directory, ...options.environment });
  if (!read.ok) throw new Error(read.reason.join('; '));
  const log: string[] = [];
  const app = await createApp({
    configuration: read.value,
    workerFile: options.workerFile ?? FAKE_WORKER,
    webBuilds: options.webBuilds ?? [],
    log: createLogger(options.logLevel ?? 'debug', { write: (line) => void log.push(line) }),
    socketTimes: options.socketTimes,
    httpTimes: options.httpTimes,
    outboundTimes: options.outboundTimes,
    housekeepingMs: options.housekeepingMs,
    now: options.now,
    sessionAccessS: options.sessionAccessS,
    passwordCost: options.passwordCost ?? CHEAP,
  });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  // Proven: a server that listens on TCP has such an address.
  const { port } = app.http.server.address() as AddressInfo;
  const host = `127.0.0.1:${String(port)}`;
  return {
    app,
    host,
    origin: `http://${host}`,
    studyId: app.installation.studyId,
    directory,
    log,
    stop: async () => {
      await app.close();
      if (options.directory === undefined) await rm(directory, { recursive: true, force: true });
    },
  };
}
