// SPDX-License-Identifier: Apache-2.0
/** Copies of a whole installation that a command works on, and what it creates: deleted if it is ended. */
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

/** Runs work that creates a file or folder, or needs one that was just created: it stays only if the work succeeds. */
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

/** For a process that is asked to end: nobody would find what it leaves. */
export function removeDrafts(): void {
  for (const draft of drafts) remove(draft);
}
