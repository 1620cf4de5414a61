// SPDX-License-Identifier: Apache-2.0
/** Test rig: a store on each of the two databases. */
import { rm } from 'node:fs/promises';
import { openStorage } from '../storage/embedded-storage.ts';
import { openSharedStorage } from '../storage/shared-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { startPostgres, withoutPostgres, type TestPostgres } from './postgres.ts';
import { temporaryFolder } from './server.ts';

export interface Engine {
  readonly name: 'SQLite' | 'PostgreSQL';
  /** An empty store of its own. */
  readonly open: () => Promise<Storage>;
  readonly isLeftOut: boolean;
}

async function openEmbedded(): Promise<Storage> {
  const directory = await temporaryFolder();
  const storage = await openStorage(directory);
  return {
    ...storage,
    close: async () => {
      await storage.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Both, with one PostgreSQL server for all stores of a test file, which `stop` ends. */
export function bothEngines(): {
  readonly engines: readonly Engine[];
  readonly server: () => Promise<TestPostgres>;
  readonly stop: () => Promise<void>;
} {
  let running: TestPostgres | undefined;
  const server = async (): Promise<TestPostgres> => (running ??= await startPostgres());
  const openShared = async (): Promise<Storage> =>
    openSharedStorage({
      url: await (await server()).create(),
      connections: 8,
      onError: () => undefined,
    });
  return {
    engines: [
      { name: 'SQLite', open: openEmbedded, isLeftOut: false },
      { name: 'PostgreSQL', open: openShared, isLeftOut: withoutPostgres },
    ],
    server,
    stop: async () => running?.stop(),
  };
}
