// SPDX-License-Identifier: Apache-2.0
/** The whole server within this process, with a log that is read. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp, type App } from '@perfuse/server/internal/app';
import { readConfiguration } from '@perfuse/server/internal/platform/config/configuration';
import { createLogger } from '@perfuse/server/internal/platform/telemetry/logging';
import { openOffline } from '@perfuse/server/internal/platform/storage/offline';
import type { Database } from '@perfuse/server/internal/platform/storage/database';
import { CHEAP, FAKE_WORKER, type TestServer } from '@perfuse/server/testing/server';
import { Violation } from '../engine/oracle.ts';
import { cutOffNetwork } from './no-network.ts';

const NO_LIMIT = '1000000';
const DAY_S = 86_400;

export interface Started {
  readonly app: App;
  /** As the test helpers start it: it listens at `origin`. */
  readonly server: TestServer;
  readonly port: number;
  /** The store, read beside the server. */
  readonly database: Database;
  /** Throws when a fault was logged since the last time, or a line holds one of these texts. */
  readonly checkLog: (secrets: Iterable<string>) => void;
  readonly forgetLog: () => void;
  readonly close: () => Promise<void>;
}

export async function start(environment: NodeJS.ProcessEnv = {}): Promise<Started> {
  cutOffNetwork();
  const directory = await mkdtemp(path.join(tmpdir(), 'perfuse-fuzz-'));
  const read = readConfiguration({
    PERFUSE_DATA_DIR: directory,
    PERFUSE_WORKERS: '1',
    PERFUSE_RATE_STRICT: NO_LIMIT,
    PERFUSE_RATE_NORMAL: NO_LIMIT,
    PERFUSE_RATE_RELAXED: NO_LIMIT,
    PERFUSE_MEASUREMENTS: NO_LIMIT,
    ...environment,
  });
  if (!read.ok) throw new Error(read.reason.join('; '));
  const log: string[] = [];
  const app = await createApp({
    configuration: read.value,
    workerFile: FAKE_WORKER,
    webBuilds: [],
    log: createLogger('debug', { write: (line) => void log.push(line) }),
    sessionAccessS: DAY_S,
    // A sequence may hash dozens of recovery codes: what they cost is not looked for here.
    passwordCost: CHEAP,
  });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const address = app.http.server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const { database, close: closeStore } = await openOffline(directory);
  const close = async (): Promise<void> => {
    await closeStore();
    await app.close();
    await rm(directory, { recursive: true, force: true });
  };
  const host = `127.0.0.1:${String(port)}`;
  return {
    app,
    server: {
      app,
      directory,
      origin: `http://${host}`,
      host,
      studyId: app.installation.studyId,
      log,
      stop: close,
    },
    port,
    database,
    checkLog: (secrets) => {
      const lines = log.splice(0);
      const fault = lines.find((line) => line.startsWith('{"level":"error"'));
      if (fault !== undefined) throw new Violation(`the server failed: ${fault.slice(0, 2000)}`);
      const text = lines.join('');
      for (const secret of secrets) {
        const at = text.indexOf(secret);
        if (at >= 0) {
          const line = text.slice(Math.max(0, at - 300), at + 100);
          throw new Violation(`the log tells what was sent: ${line}`);
        }
      }
    },
    forgetLog: () => void log.splice(0),
    close,
  };
}
