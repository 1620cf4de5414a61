// SPDX-License-Identifier: Apache-2.0
/** Files that only the server's account may read, whatever its umask and whoever created their folder. */
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

/** Files of SQLite beside the database; new ones get its rights, those left by a crash may have wider ones. */
export const SQLITE_SIDECAR_SUFFIXES = ['-wal', '-shm', '-journal'];

/** Removes the rights of others. */
function closeToOthers(file: string): void {
  try {
    chmodSync(file, OWNER_ONLY);
  } catch (error) {
    // Only the owner may change the rights: a command may run under another account that shares the file.
    if (codeOf(error) !== 'EPERM') throw error;
  }
}

/**
 * Gives what this process has just created to the owner of its folder: root, working for the server's account, must not
 * make files unusable for it.
 */
export function giveToFolderOwner(file: string): void {
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = statSync(path.dirname(file));
  if (uid === 0) return;
  try {
    lchownSync(file, uid, gid);
  } catch {
    // Root without that right, as in some containers and on network disks, can only remain the owner.
  }
}

/**
 * Creates an empty file if there is none. It never has wider rights, not even briefly. An existing file is not opened:
 * closing it again would drop every lock that this process has on it (POSIX, fcntl), and another process would then
 * take SQLite's files for abandoned and delete them.
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

/** Writes a new file. @throws Error EEXIST if it exists. */
export function writeForOwner(file: string, text: string): void {
  writeFileSync(file, text, { mode: OWNER_ONLY, flag: 'wx' });
  giveToFolderOwner(file);
}

/** Like {@link createForOwner}, for a new or existing database and SQLite's files beside it. */
export function createDatabaseForOwner(file: string): void {
  createForOwner(file);
  for (const suffix of SQLITE_SIDECAR_SUFFIXES) {
    if (existsSync(file + suffix)) closeToOthers(file + suffix);
  }
}

/** Whether others may read a folder, or change what is in it. */
export const isOpenToOthers = (directory: string): boolean =>
  existsSync(directory) && (statSync(directory).mode & OF_OTHERS) !== 0;
