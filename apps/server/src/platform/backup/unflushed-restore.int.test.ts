// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { guest } from '@perfuse/testing/client';
import { startServer, temporaryFolder } from '../../testing/server.ts';
import { DATABASE_FILE } from '../storage/database.ts';
import type * as Sync from '../storage/sync.ts';
import { restoreBackup, writeBackup } from './backup.ts';

/** The folder whose names the disk does not confirm. */
const failing = vi.hoisted(() => ({ folder: '' }));
vi.mock('../storage/sync.ts', async (original) => {
  const { sync } = await original<typeof Sync>();
  return {
    sync: (file: string): void => {
      if (file === failing.folder) throw new Error('The disk does not answer.');
      sync(file);
    },
  };
});

let directory: string;
beforeEach(async () => {
  directory = await temporaryFolder();
});
afterEach(async () => {
  failing.folder = '';
  await rm(directory, { recursive: true, force: true });
});

it('a restored database is removed again with its keys when the disk does not confirm it', async () => {
  const [data, file] = [path.join(directory, 'data'), path.join(directory, 'perfuse.backup')];
  const secretsFile = path.join(directory, 'keys/perfuse.json');
  const options = { replaces: false, secretsFile };
  const before = await startServer({ directory: data });
  await before.stop();
  await writeBackup(data, file);
  await rm(data, { recursive: true });
  // A folder that the restore creates is removed with everything in it.
  await mkdir(data);

  failing.folder = data;
  await expect(restoreBackup(data, file, options)).rejects.toThrow('The disk does not answer.');
  for (const rest of [secretsFile, path.join(data, DATABASE_FILE)]) {
    expect(existsSync(rest)).toBe(false);
  }

  failing.folder = '';
  await restoreBackup(data, file, options);
  const environment = { PERFUSE_SECRETS_FILE: secretsFile };
  const after = await startServer({ directory: data, environment });
  try {
    expect((await guest(after)).Token).not.toBe('');
  } finally {
    await after.stop();
  }
});
