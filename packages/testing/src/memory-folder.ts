// SPDX-License-Identifier: Apache-2.0
/** Puts temporary files in memory if there is enough: no test needs durable files. */
import { chmodSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { removeStaleFolders } from './stale-folders.ts';

const MEMORY = '/dev/shm';
const PREFIX = 'perfuse-tests-';
/** A run uses a few hundred megabytes; containers have 64 MB there by default. */
const MIN_BYTES = 2 ** 31;

function hasSpace(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= MIN_BYTES;
  } catch {
    return false;
  }
}

/**
 * Redirects temporary files of this process and its children to memory. @returns a function that removes them and
 * restores the setting.
 */
export function useMemoryFolder(): () => void {
  if (process.env['TMPDIR'] !== undefined || !hasSpace()) return () => undefined;
  removeStaleFolders(MEMORY, PREFIX);
  const folder = path.join(MEMORY, PREFIX + String(process.pid));
  mkdirSync(folder);
  // Like /tmp: PostgreSQL runs under another account.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  return () => {
    Reflect.deleteProperty(process.env, 'TMPDIR');
    rmSync(folder, { recursive: true, force: true });
  };
}
