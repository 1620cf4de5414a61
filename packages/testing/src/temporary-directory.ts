// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

const open = new Set<string>();

function removeAll(): void {
  for (const directory of open) remove(directory);
}

function remove(directory: string): void {
  open.delete(directory);
  rmSync(directory, { recursive: true, force: true });
}

export interface TemporaryDirectory {
  readonly path: string;
  readonly remove: () => void;
}

/** A folder that is removed when the process exits, `process.exit` included. */
export function temporaryDirectory(name: string): TemporaryDirectory {
  if (open.size === 0) {
    process.off('exit', removeAll);
    process.on('exit', removeAll);
  }
  const directory = mkdtempSync(path.join(tmpdir(), `perfuse-${name}-`));
  open.add(directory);
  return { path: directory, remove: () => remove(directory) };
}
