// SPDX-License-Identifier: Apache-2.0
/** Temporary files in memory, where the machine has it: no test needs what it writes to survive a power cut. */
import { chmodSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { removeLeftovers } from './leftovers.ts';

const MEMORY = '/dev/shm';
const PREFIX = 'perfuse-tests-';
/** A whole run takes a few hundred megabytes; containers have 64 there unless told otherwise. */
const LEAST_BYTES = 2 ** 31;

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= LEAST_BYTES;
  } catch {
    return false;
  }
}

/** Makes temporary files of this process and those it starts go to memory. @returns what undoes that, and removes them. */
export function useMemoryFolder(): () => void {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return () => undefined;
  removeLeftovers(MEMORY, PREFIX);
  const folder = path.join(MEMORY, PREFIX + String(process.pid));
  mkdirSync(folder);
  // As /tmp is: PostgreSQL runs under an account of its own.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  return () => {
    Reflect.deleteProperty(process.env, 'TMPDIR');
    rmSync(folder, { recursive: true, force: true });
  };
}
