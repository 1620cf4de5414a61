// SPDX-License-Identifier: Apache-2.0
/** Copies of a whole installation, and other files and folders that a command creates: deleted if it is interrupted. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { giveToFolderOwner } from '../storage/owner-only.ts';
import { explainedIfFull, makeFolder } from '../storage/unusable.ts';

const drafts = new Set<string>();

/** Retries while another thread creates files in the folder. A failure never replaces the result of the work. */
function remove(draft: string): void {
  try {
    rmSync(draft, { recursive: true, force: true, maxRetries: 10, retryDelay: 10 });
  } catch {
    // What is left is named like a draft: the guide for operators says to delete it.
  }
}

/** How the name of a folder with the draft of a file starts. */
const draftPrefix = (file: string): string => `${file}.partial-`;

/** Removes the drafts of a file that killed commands left; no other command may be writing the file. */
export function removeLeftDrafts(file: string): void {
  const folder = path.dirname(file);
  for (const name of readdirSync(folder)) {
    if (name.startsWith(draftPrefix(path.basename(file)))) remove(path.join(folder, name));
  }
}

/**
 * Creates a folder beside a file for its draft, and removes it afterwards. The draft is in a folder because SQLite, in
 * another thread, would create a removed file anew, but not a folder.
 * @param work gets the path of the draft, which it creates, and may rename it to the file.
 * @param isForOwner whether the owner of the file's folder gets the draft: not where the file is never created.
 * @throws UnusableFileError if there is no space left for it.
 */
export async function withDraft<T>(
  file: string,
  work: (draft: string) => T | Promise<T>,
  isForOwner = true,
): Promise<T> {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(draftPrefix(file));
    drafts.add(folder);
    if (isForOwner) giveToFolderOwner(folder);
    return await work(path.join(folder, path.basename(file)));
  } catch (error) {
    throw explainedIfFull(file, error);
  } finally {
    if (folder !== undefined) {
      drafts.delete(folder);
      remove(folder);
    }
  }
}

/**
 * Runs work on a file or folder that it creates, or that was just created, and deletes it if the work fails.
 * @param work calls `keep` once the file must stay, even if the work fails after that.
 */
export async function keptIfDone<T>(
  made: string,
  work: (keep: () => void) => T | Promise<T>,
): Promise<T> {
  drafts.add(made);
  try {
    return await work(() => drafts.delete(made));
  } catch (error) {
    if (drafts.has(made)) remove(made);
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
