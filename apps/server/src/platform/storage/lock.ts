// SPDX-License-Identifier: Apache-2.0
import path from 'node:path';
import Libsql from 'libsql';
import { codeOf } from '../telemetry/error-code.ts';
import { createForOwner } from './owner-only.ts';
import { asFileError } from './unusable.ts';

/** Another server uses the same folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
  constructor(directory: string) {
    super(`Another Perfuse server is using ${directory}. Stop it, or set PERFUSE_DATA_DIR.`);
  }
}

/** @returns a function that releases the lock. */
function lockFile(file: string): () => void {
  createForOwner(file);
  const lock = new Libsql(file);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw error;
  }
  return () => {
    lock.exec('ROLLBACK');
    lock.close();
  };
}

/**
 * Locks the folder for this process. The lock is SQLite's own lock on a small file: the system releases it when the
 * process ends, for whatever reason, so there is no stale lock to clean up.
 * @returns a function that releases it.
 * @throws FolderInUseError, or UnusableFileError
 */
export function lockFolder(directory: string): () => void {
  const file = path.join(directory, 'server.lock');
  try {
    return lockFile(file);
  } catch (error) {
    throw codeOf(error) === 'SQLITE_BUSY'
      ? new FolderInUseError(directory)
      : asFileError(file, error);
  }
}
