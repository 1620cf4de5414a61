// SPDX-License-Identifier: Apache-2.0
/** Copies of a whole installation, and other files and folders that a command creates: deleted if it is interrupted. */
import { rmSync } from 'node:fs';
import { SQLITE_SIDECAR_SUFFIXES } from '../storage/owner-only.ts';
import { explainedIfFull, makeFolder } from '../storage/unusable.ts';

const drafts = new Set<string>();

function remove(draft: string): void {
  for (const suffix of ['', ...SQLITE_SIDECAR_SUFFIXES])
    rmSync(`${draft}${suffix}`, { recursive: true, force: true });
}

/**
 * Creates a file or folder, and removes it afterwards, unless it was renamed.
 * @throws UnusableFileError if there is no space left for it.
 */
export async function withDraft<T>(draft: string, work: () => T | Promise<T>): Promise<T> {
  drafts.add(draft);
  try {
    return await work();
  } catch (error) {
    throw explainedIfFull(draft, error);
  } finally {
    drafts.delete(draft);
    remove(draft);
  }
}

/** Runs work on a file or folder that it creates, or that was just created, and deletes it if the work fails. */
export async function keptIfDone<T>(made: string, work: () => T | Promise<T>): Promise<T> {
  drafts.add(made);
  try {
    return await work();
  } catch (error) {
    remove(made);
    throw error;
  } finally {
    drafts.delete(made);
  }
}

/**
 * Runs work in a folder, which is created if missing, and then removed again if the work fails.
 * @throws UnusableFileError if it cannot be created.
 */
export async function inMadeFolder<T>(directory: string, work: () => Promise<T>): Promise<T> {
  const made = makeFolder(directory);
  return made === undefined ? work() : keptIfDone(made, work);
}

/** Deletes all of them when the process is asked to end. */
export function removeDrafts(): void {
  for (const draft of drafts) remove(draft);
}
