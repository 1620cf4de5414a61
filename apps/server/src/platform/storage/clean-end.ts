// SPDX-License-Identifier: Apache-2.0
/** Records that a server closed its database cleanly, so that the next start need not check all of it. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createForOwner } from './owner-only.ts';
import { sync } from './sync.ts';

/** Tries to see a tick of the file system's clock, and the wait between them, ms. */
const TRIES = 20;
const TICK_MS = 5;

const noteOf = (database: string): string => `${database}-clean`;

/** Changes with each change of the file, and if another file replaces it; null while the log still holds data. */
function stateOf(database: string): string | null {
  const log = statSync(`${database}-wal`, { throwIfNoEntry: false });
  if (log !== undefined && log.size > 0) return null;
  const { ino, size, mtimeNs } = statSync(database, { bigint: true });
  return `${String(ino)} ${String(size)} ${String(mtimeNs)}\n`;
}

/** To be called when the log is written back and the database closed, before the folder is unlocked. */
export async function noteCleanEnd(database: string): Promise<void> {
  const note = noteOf(database);
  try {
    const state = stateOf(database);
    if (state === null) return;
    const { mtimeNs } = statSync(database, { bigint: true });
    createForOwner(note);
    for (let tries = 0; tries < TRIES; tries += 1) {
      writeFileSync(note, state);
      // A change within the same tick of the file system's clock would not show.
      if (statSync(note, { bigint: true }).mtimeNs > mtimeNs) return;
      await setTimeout(TICK_MS);
    }
    rmSync(note);
  } catch {
    // A full disk, or a file of another account: the next start checks.
  }
}

/**
 * Whether the database is as a server left it after a clean end. The call deletes the record: until the next clean end
 * it returns false.
 */
export function takeCleanEnd(database: string): boolean {
  const note = noteOf(database);
  if (!existsSync(note)) return false;
  let noted: string;
  try {
    noted = readFileSync(note, 'utf8');
  } catch {
    // The file belongs to another account: treated as missing.
    noted = '';
  }
  rmSync(note);
  sync(path.dirname(note));
  return noted === stateOf(database);
}
