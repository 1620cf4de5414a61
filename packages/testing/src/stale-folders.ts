// SPDX-License-Identifier: Apache-2.0
/** Folders named after the process that created them, so that a later run can remove those of crashed processes. */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Removes the folders of processes that no longer run. @param prefix of their names, before the process id. */
export function removeStaleFolders(folder: string, prefix = ''): void {
  let names: string[] = [];
  try {
    names = readdirSync(folder);
  } catch {
    // No such folder yet.
  }
  for (const name of names) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN;
    if (!Number.isInteger(pid) || isRunning(pid)) continue;
    rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}
