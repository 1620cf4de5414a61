// SPDX-License-Identifier: Apache-2.0
/** Knowing that a database is the file that the last server left when it ended in order, so that a start need not read all of it. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createForOwner } from './owner-only.ts';
import { sync } from './sync.ts';

/** Tries to see the clock of the file system go on, and the wait between them, ms. */
const TRIES = 20;
const TICK_MS = 5;

const noteOf = (database: string): string => `${database}-clean`;

/** Differs after each change of the file, and for another file in its place; null while the log holds more. */
function stateOf(database: string): string | null {
  const log = statSync(`${database}-wal`, { throwIfNoEntry: false });
  if (log !== undefined && log.size > 0) return null;
  const { ino, size, mtimeNs } = statSync(database, { bigint: true });
  return `${String(ino)} ${String(size)} ${String(mtimeNs)}\n`;
}

/** To be called when the log was written back and the database closed, before its folder is given free. */
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
    // A full disk, or another's file: the next start checks.
  }
}

/** Whether the database is as a server left it that ended in order. Asking ends it: until the next such end it is not. */
export function takeCleanEnd(database: string): boolean {
  const note = noteOf(database);
  if (!existsSync(note)) return false;
  let noted: string;
  try {
    noted = readFileSync(note, 'utf8');
  } catch {
    // Another account's: as good as none.
    noted = '';
  }
  rmSync(note);
  sync(path.dirname(note));
  return noted === stateOf(database);
}
