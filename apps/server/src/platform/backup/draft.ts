// SPDX-License-Identifier: Apache-2.0
/** Copies of a whole installation that a command works on: they are deleted however it ends. */
import { rmSync } from 'node:fs';
import { SQLITE_SIDECAR_SUFFIXES } from '../storage/owner-only.ts';
import { makeFolder } from '../storage/unusable.ts';

const drafts = new Set<string>();

function remove(draft: string): void {
  for (const suffix of ['', ...SQLITE_SIDECAR_SUFFIXES])
    rmSync(`${draft}${suffix}`, { recursive: true, force: true });
}

/**
 * Registers a file or folder that is about to be created. @returns a function that removes it, unless it was renamed.
 */
export function beginDraft(draft: string): () => void {
  drafts.add(draft);
  return () => {
    drafts.delete(draft);
    remove(draft);
  };
}

/**
 * Runs work in a folder, which is created if missing, and then removed again if the work fails.
 * @throws UnusableFileError if it cannot be created.
 */
export async function inMadeFolder<T>(directory: string, work: () => Promise<T>): Promise<T> {
  const made = makeFolder(directory);
  try {
    return await work();
  } catch (error) {
    if (made !== undefined) rmSync(made, { recursive: true, force: true });
    throw error;
  }
}

/** For a process that is asked to end: nobody would find them. */
export function removeDrafts(): void {
  for (const draft of drafts) remove(draft);
}
