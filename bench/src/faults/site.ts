// SPDX-License-Identifier: Apache-2.0
/** Servers that can be killed and restarted, and the final state of their store. */
import path from 'node:path';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { openFile } from '@perfuse/server/internal/platform/storage/offline';
import { DATABASE_FILE, type Database } from '@perfuse/server/internal/platform/storage/database';
import { openPostgres } from '@perfuse/server/internal/platform/storage/postgres';
import { startPostgres, type TestPostgres } from '@perfuse/testing/postgres';
import {
  killLoadServer,
  NO_ADMISSION_LIMIT,
  NO_RATE_LIMITS,
  startLoadServer,
  type LoadServer,
} from '../load/server-process.ts';

export interface FaultSite {
  readonly servers: readonly LoadServer[];
  /** Kills a server as `kill -9` does, and restarts it. */
  readonly restart: (at: number) => Promise<void>;
  readonly postgres: TestPostgres | null;
  /** Measurements that were closed more than once. */
  readonly closedTwice: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/**
 * Every closing is counted in the transaction that closes: any closings beyond the number of closed measurements are
 * duplicates.
 */
async function closings(database: Database): Promise<number> {
  const { n: counted } = await database
    .selectFrom('usage_days')
    .select(({ fn }) => fn.sum<number | null>('count').as('n'))
    .where('outcome', 'in', ['completed', 'failed'])
    .executeTakeFirstOrThrow();
  const { n: closed } = await database
    .selectFrom('measurements')
    .select(({ fn }) => fn.countAll().as('n'))
    .where('status', 'in', ['COMPLETE', 'ERROR'])
    .executeTakeFirstOrThrow();
  await database.destroy();
  return (counted ?? 0) - Number(closed);
}

export const embeddedClosings = (folder: string): Promise<number> =>
  closings(openFile(path.join(folder, DATABASE_FILE)));

const common = { ...NO_RATE_LIMITS, ...NO_ADMISSION_LIMIT, PERFUSE_WORKERS: '1' };

async function siteOf(
  start: readonly (() => Promise<LoadServer>)[],
  rest: Pick<FaultSite, 'postgres' | 'closedTwice' | 'stop'>,
): Promise<FaultSite> {
  const servers = await Promise.all(start.map((begin) => begin()));
  return {
    ...rest,
    servers,
    restart: async (at) => {
      const [server, begin] = [servers[at], start[at]];
      if (server === undefined || begin === undefined) throw new Error('There is no such server.');
      await killLoadServer(server);
      servers[at] = await begin();
    },
    stop: async () => {
      await Promise.all(servers.map(killLoadServer));
      await rest.stop();
    },
  };
}

/** One server on SQLite. */
export function embeddedSite(
  program: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<FaultSite> {
  const folder = temporaryDirectory('faults');
  const start = () =>
    startLoadServer({
      name: 'server',
      program,
      core: null,
      environment: { ...common, PERFUSE_DATA_DIR: folder.path, ...environment },
    });
  return siteOf([start], {
    postgres: null,
    closedTwice: () => embeddedClosings(folder.path),
    stop: () => {
      folder.remove();
      return Promise.resolve();
    },
  });
}

/** Two servers on a PostgreSQL with durable writes. */
export async function sharedSite(program: string): Promise<FaultSite> {
  const folder = temporaryDirectory('faults');
  const postgres = await startPostgres({ isDurable: true });
  const url = await postgres.create();
  const start = (name: string) => () =>
    startLoadServer({
      name,
      program,
      core: null,
      environment: {
        ...common,
        DATABASE_URL: url,
        PERFUSE_SECRETS_FILE: path.join(folder.path, 'secrets.json'),
        PERFUSE_DATA_DIR: path.join(folder.path, name),
      },
    });
  return siteOf([start('first'), start('second')], {
    postgres,
    closedTwice: () =>
      closings(openPostgres({ url, connections: 1, onError: () => undefined }).database),
    stop: async () => {
      await postgres.stop();
      folder.remove();
    },
  });
}
