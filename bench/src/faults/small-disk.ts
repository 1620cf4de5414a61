// SPDX-License-Identifier: Apache-2.0
/** A server whose data is on a disk of a few megabytes that this program can fill: Linux, in a mount namespace. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { DATABASE_FILE } from '@perfuse/server/internal/platform/storage/database';
import {
  killLoadServer,
  NO_ADMISSION_LIMIT,
  NO_RATE_LIMITS,
  startLoadServer,
} from '../load/server-process.ts';
import { embeddedClosings, type FaultSite } from './site.ts';

const MB = 1024 * 1024;
const DISK_MB = 12;
const UNSHARE = ['unshare', '--map-root-user', '--mount'] as const;

export interface SmallDisk {
  readonly site: FaultSite;
  readonly fill: () => void;
  readonly free: () => void;
}

/** Whether this machine allows an unprivileged mount. */
export const hasSmallDisks = (): boolean => {
  const [command, ...args] = UNSHARE;
  const mount = ['mount', '-t', 'tmpfs', 'tmpfs', '/mnt'];
  return spawnSync(command, [...args, ...mount], { stdio: 'ignore' }).status === 0;
};

export async function smallDiskSite(program: string): Promise<SmallDisk> {
  const folder = temporaryDirectory('disk');
  const data = path.join(folder.path, 'data');
  mkdirSync(data);
  const mount = `mount -t tmpfs -o size=${String(DISK_MB)}m tmpfs "$PERFUSE_DATA_DIR" && exec "$@"`;
  const server = await startLoadServer({
    name: 'server',
    program,
    core: null,
    through: [...UNSHARE, 'sh', '-c', mount, 'sh'],
    environment: {
      ...NO_RATE_LIMITS,
      ...NO_ADMISSION_LIMIT,
      PERFUSE_WORKERS: '1',
      PERFUSE_DATA_DIR: data,
    },
  });
  // The disk as the server sees it.
  const disk = path.join('/proc', String(server.pid), 'root', data);
  const filler = path.join(disk, 'filler');
  return {
    fill: () => {
      try {
        writeFileSync(filler, Buffer.alloc(DISK_MB * MB));
      } catch {
        // As much as fits has been written.
      }
    },
    free: () => rmSync(filler, { force: true }),
    site: {
      servers: [server],
      postgres: null,
      restart: () => Promise.reject(new Error('Its disk would be gone.')),
      closedTwice: () => {
        // SQLite would follow the path out of the namespace; nothing writes any more.
        for (const name of [DATABASE_FILE, `${DATABASE_FILE}-wal`]) {
          copyFileSync(path.join(disk, name), path.join(folder.path, name));
        }
        return embeddedClosings(folder.path);
      },
      stop: async () => {
        await killLoadServer(server);
        folder.remove();
      },
    },
  };
}
