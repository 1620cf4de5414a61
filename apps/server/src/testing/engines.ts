// SPDX-License-Identifier: Apache-2.0
/** Test helper: a store on each of the two databases. */
import { rm } from 'node:fs/promises';
import { openStorage } from '../platform/storage/embedded-storage.ts';
import { openSharedStorage } from '../platform/storage/shared-storage.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { withoutPostgres } from '@perfuse/testing/postgres';
import { newDatabase } from './run.ts';
import { temporaryFolder } from './server.ts';

export interface Engine {
  readonly name: 'SQLite' | 'PostgreSQL';
  /** Opens a separate, empty store. */
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

const openShared = async (): Promise<Storage> =>
  openSharedStorage({ url: await newDatabase(), connections: 8, onError: () => undefined });

export const ENGINES: readonly Engine[] = [
  { name: 'SQLite', open: openEmbedded, isLeftOut: false },
  { name: 'PostgreSQL', open: openShared, isLeftOut: withoutPostgres },
];
