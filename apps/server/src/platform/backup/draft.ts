// SPDX-License-Identifier: Apache-2.0
/** Copies of a whole installation that a command works on: they are gone however it ends. */
import { rmSync } from 'node:fs';
import { BESIDE } from '../storage/owner-only.ts';
import { makeFolder } from '../storage/unusable.ts';

const drafts = new Set<string>();

function remove(draft: string): void {
  for (const suffix of ['', ...BESIDE])
    rmSync(`${draft}${suffix}`, { recursive: true, force: true });
}

/** Names a file or folder that is about to be made. @returns removes it, unless it was renamed. */
export function beginDraft(draft: string): () => void {
  drafts.add(draft);
  return () => {
    drafts.delete(draft);
    remove(draft);
  };
}

/**
 * Does work in a folder, which is made where it is missing, and is gone again where the work fails.
 * @throws UnusableFileError where it cannot be made.
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

/** For a process that is told to end: nobody would find them. */
export function removeDrafts(): void {
  for (const draft of drafts) remove(draft);
}
