// SPDX-License-Identifier: Apache-2.0
import { closeSync, fsyncSync, openSync, statSync } from 'node:fs';
import process from 'node:process';

/**
 * Waits until a file, or the names in a folder, are on the disk. Windows cannot open folders, and stores names with
 * their files; it flushes only files that are open for writing.
 */
export function sync(file: string): void {
  const isFolder = statSync(file).isDirectory();
  if (isFolder && process.platform === 'win32') return;
  const handle = openSync(file, isFolder ? 'r' : 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
