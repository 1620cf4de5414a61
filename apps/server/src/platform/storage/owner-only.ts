// SPDX-License-Identifier: Apache-2.0
/** Files that the server's account alone may read, whatever its umask and whoever made their folder. */
import {
  chmodSync,
  closeSync,
  existsSync,
  fchmodSync,
  lchownSync,
  openSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { codeOf } from '../telemetry/error-code.ts';

export const OWNER_ONLY = 0o600;
/** Rights of the group and of everybody else. */
const OF_OTHERS = 0o077;

/** Files of SQLite beside the database; new ones get its rights, those of a crash may have wider ones. */
export const BESIDE = ['-wal', '-shm', '-journal'];

/** Takes the rights of others away. */
function closeToOthers(file: string): void {
  try {
    chmodSync(file, OWNER_ONLY);
  } catch (error) {
    // Whose file it is decides about its rights: a command may run under an account that shares it.
    if (codeOf(error) !== 'EPERM') throw error;
  }
}

/**
 * Gives what this process has just made to the owner of its folder: a root that works for the server's account must not keep
 * files from it.
 */
export function giveToFolderOwner(file: string): void {
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = statSync(path.dirname(file));
  if (uid === 0) return;
  try {
    lchownSync(file, uid, gid);
  } catch {
    // A root without that right, as in some containers and on network disks, can only keep it.
  }
}

/**
 * Makes an empty file where there is none. It is never there with wider rights, not for a moment.
 * One that is there is not opened: to close it again would drop every lock that this process has on it (POSIX, fcntl),
 * and another process would then take SQLite's files for left behind and delete them.
 */
export function createForOwner(file: string): void {
  if (existsSync(file)) {
    closeToOthers(file);
    return;
  }
  const handle = openSync(file, 'a', OWNER_ONLY);
  try {
    fchmodSync(handle, OWNER_ONLY);
  } finally {
    closeSync(handle);
  }
  giveToFolderOwner(file);
}

/** Writes a new file. @throws Error EEXIST where there is one. */
export function writeForOwner(file: string, text: string): void {
  writeFileSync(file, text, { mode: OWNER_ONLY, flag: 'wx' });
  giveToFolderOwner(file);
}

/** As {@link createForOwner}, for a database that is made or was made before, and for what SQLite keeps beside it. */
export function createDatabaseForOwner(file: string): void {
  createForOwner(file);
  for (const suffix of BESIDE) {
    if (existsSync(file + suffix)) closeToOthers(file + suffix);
  }
}

/** Whether others may look into a folder, or change what is in it. */
export const isOpenToOthers = (directory: string): boolean =>
  existsSync(directory) && (statSync(directory).mode & OF_OTHERS) !== 0;
