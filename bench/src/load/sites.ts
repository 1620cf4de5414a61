// SPDX-License-Identifier: Apache-2.0
/** Servers under load: one server with its SQLite, or several on one PostgreSQL. */
import { setTimeout as wait } from 'node:timers/promises';
import path from 'node:path';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { startPostgres } from '@perfuse/testing/postgres';
import { runCrowd } from './crowd.ts';
import { meterDatabase, type DatabaseMeter } from './database-usage.ts';
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
  /** Of the database that they share. */
  readonly meter: DatabaseMeter | null;
  readonly stop: () => Promise<void>;
}

export interface SiteOptions {
  readonly program: string;
  readonly recordings: readonly Recording[];
  readonly environment: NodeJS.ProcessEnv;
}

const WARM_UP = { people: 4, paceMs: 100 } as const;

/** A few first measurements, so that nothing is initialised while timed. V8 keeps compiling until some 600 are done. */
async function warmUp(site: Omit<Site, 'stop'>, recordings: readonly Recording[]): Promise<void> {
  await runCrowd({ ...site, ...WARM_UP, recordings });
  await wait(500);
}

/** One server on a core of its own, where there is more than one. */
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
  const site = { servers: [server], studyId: await studyOfGuests(server.origin), meter: null };
  await warmUp(site, options.recordings);
  return {
    ...site,
    stop: async () => {
      await killLoadServer(server);
      folder.remove();
    },
  };
}

/**
 * Servers, each pinned to a core while there are enough, on one PostgreSQL with durable writes; it and the virtual
 * users run on any core.
 */
async function severalServers(names: readonly string[], options: SiteOptions): Promise<Site> {
  keepTo(`0-${String(CORES - 1)}`);
  const folder = temporaryDirectory('load');
  const postgres = await startPostgres({ isDurable: true });
  const pid = postgres.pid();
  if (pid === null) throw new Error('PostgreSQL is not running.');
  const url = await postgres.create();
  const shared = {
    ...NO_RATE_LIMITS,
    DATABASE_URL: url,
    PERFUSE_SECRETS_FILE: path.join(folder.path, 'secrets.json'),
    PERFUSE_WORKERS: '1',
    ...options.environment,
  };
  const servers: LoadServer[] = [];
  for (const [at, name] of names.entries()) {
    servers.push(
      await startLoadServer({
        name,
        program: options.program,
        core: CAN_PIN ? at % CORES : null,
        environment: { ...shared, PERFUSE_DATA_DIR: path.join(folder.path, name) },
      }),
    );
  }
  const meter = await meterDatabase(url, pid);
  const site = { servers, studyId: await studyOfGuests(servers[0]?.origin ?? ''), meter };
  await warmUp({ ...site, meter: null }, options.recordings);
  return {
    ...site,
    stop: async () => {
      await meter.stop();
      await Promise.all(servers.map(killLoadServer));
      await postgres.stop();
      folder.remove();
    },
  };
}

export const twoServers = (options: SiteOptions): Promise<Site> =>
  severalServers(['first', 'second'], options);

export const fourServers = (options: SiteOptions): Promise<Site> =>
  severalServers(['first', 'second', 'third', 'fourth'], options);
