// SPDX-License-Identifier: Apache-2.0
import path from 'node:path';
import Libsql from 'libsql';
import { createForOwner } from './owner-only.ts';

/** Another server works on the same folder. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
  constructor(directory: string) {
    super(`Another Perfuse server is using ${directory}. Stop it, or set PERFUSE_DATA_DIR.`);
  }
}

/**
 * Takes the folder for this process. The lock is SQLite's own lock on a small file: the system frees it when the
 * process ends, however it ends, so there is no stale lock to clean up.
 * @returns the function that frees it.
 * @throws FolderInUseError
 */
export function lockFolder(directory: string): () => void {
  const file = path.join(directory, 'server.lock');
  createForOwner(file);
  const lock = new Libsql(file);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new FolderInUseError(directory);
  }
  return () => {
    lock.exec('ROLLBACK');
    lock.close();
  };
}
