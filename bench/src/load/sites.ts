// SPDX-License-Identifier: Apache-2.0
/** Where a crowd goes: one server with its SQLite, or two on one PostgreSQL. */
import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import path from 'node:path';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { startPostgres } from '@perfuse/testing/postgres';
import { runCrowd } from './crowd.ts';
import type { Recording } from '@perfuse/testing/payloads';
import {
  CAN_PIN,
  CORES,
  keepTo,
  killLoadServer,
  NO_RATE_LIMITS,
  startLoadServer,
  type LoadServer,
} from './server-process.ts';
import { studyOfGuests } from '@perfuse/testing/virtual-user';

export interface Site {
  readonly servers: readonly LoadServer[];
  readonly studyId: string;
  readonly stop: () => Promise<void>;
}

export interface SiteOptions {
  readonly program: string;
  readonly recordings: readonly Recording[];
  readonly environment: NodeJS.ProcessEnv;
}

const WARM_UP = { people: 4, paceMs: 100 } as const;

/** A first few measurements, so that nothing is compiled or opened while it is timed. */
async function warmUp(site: Omit<Site, 'stop'>, recordings: readonly Recording[]): Promise<void> {
  await runCrowd({ ...site, ...WARM_UP, recordings });
  await wait(500);
}

/** One server on one core, which the people leave to it where there is another. */
export async function oneServer(options: SiteOptions): Promise<Site> {
  keepTo(String(CORES - 1));
  const folder = temporaryDirectory('load');
  const server = await startLoadServer({
    name: 'server',
    program: options.program,
    core: CAN_PIN ? 0 : null,
    environment: {
      ...NO_RATE_LIMITS,
      PERFUSE_DATA_DIR: folder.path,
      PERFUSE_WORKERS: '1',
      ...options.environment,
    },
  });
  const site = { servers: [server], studyId: await studyOfGuests(server.origin) };
  await warmUp(site, options.recordings);
  return {
    ...site,
    stop: async () => {
      await killLoadServer(server);
      folder.remove();
    },
  };
}

/** Two servers, each kept to a core, on one PostgreSQL that waits for its disk; it and the people use any core. */
export async function twoServers(options: SiteOptions): Promise<Site> {
  keepTo(`0-${String(CORES - 1)}`);
  const folder = temporaryDirectory('load');
  const postgres = await startPostgres({ isDurable: true });
  const shared = {
    ...NO_RATE_LIMITS,
    DATABASE_URL: await postgres.create(),
    PERFUSE_SECRETS_FILE: path.join(folder.path, 'secrets.json'),
    PERFUSE_WORKERS: '1',
    ...options.environment,
  };
  const servers: LoadServer[] = [];
  for (const [core, name] of ['first', 'second'].entries()) {
    servers.push(
      await startLoadServer({
        name,
        program: options.program,
        core: CAN_PIN ? core : null,
        environment: { ...shared, PERFUSE_DATA_DIR: path.join(folder.path, name) },
      }),
    );
  }
  const site = { servers, studyId: await studyOfGuests(servers[0]?.origin ?? '') };
  await warmUp(site, options.recordings);
  return {
    ...site,
    stop: async () => {
      await Promise.all(servers.map(killLoadServer));
      await postgres.stop();
      await rm(folder.path, { recursive: true, force: true });
    },
  };
}
