// SPDX-License-Identifier: Apache-2.0
/** Explains in one line why the data folder, or a file of the server, cannot be used. */
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import Libsql from 'libsql';
import { codeOf } from '../telemetry/error-code.ts';
import { DATABASE_FILE } from './database.ts';
import { SQLITE_SIDECAR_SUFFIXES } from './owner-only.ts';
import { isStorageFull } from './space.ts';

/** The account's rights or the disk prevent the use of a file. The message names the setting and the reason. */
export class UnusableFileError extends Error {
  override readonly name = 'UnusableFileError';
  readonly code = 'UNUSABLE_FILE';
}

/** 1544 is SQLITE_READONLY_DIRECTORY, which the driver does not name. */
const REFUSED = /^(?:Error|SQLITE_(?:CANTOPEN|READONLY)\w*|UNKNOWN_SQLITE_ERROR_1544)$/;

/** If SQLite may not open or write a file, it reports neither which file nor why; the operating system does. */
function refusal(error: unknown, file: string): { readonly code: string; readonly at: string } {
  const code = isStorageFull(error) ? 'ENOSPC' : codeOf(error);
  if (!REFUSED.test(code)) return { code, at: file };
  const beside = ['', ...SQLITE_SIDECAR_SUFFIXES].map((suffix) => file + suffix);
  for (const at of [...beside, path.dirname(file)]) {
    try {
      accessSync(at, constants.R_OK | constants.W_OK);
    } catch (refused) {
      if (codeOf(refused) !== 'ENOENT') return { code: codeOf(refused), at };
    }
  }
  return { code, at: file };
}

/** The nearest part of the path that this account can see but not use, with its owner or the missing permission. */
function refusedPart(file: string): string {
  const uid = process.geteuid?.();
  for (let at = file; at !== path.dirname(at); at = path.dirname(at)) {
    try {
      const owner = statSync(at).uid;
      if (uid === undefined) return `this account may not use ${at}.`;
      if (uid === owner) return `this account owns ${at} but may not change it (chmod u+rwX).`;
      return `this account (uid ${String(uid)}) may not use ${at}, which belongs to uid ${String(owner)}. Use the server's account, or make it the owner (chown).`;
    } catch {
      // It does not exist, or its folder is closed to this account: the folder explains more.
    }
  }
  return 'this account may not use it.';
}

/** Longest path of a database, bytes: SQLite's limit of 512 includes the suffixes of its own files. */
const MAX_PATH_BYTES = 504;

function ruleOf(code: string, file: string): string | null {
  if (Buffer.byteLength(file) > MAX_PATH_BYTES)
    return `${file} is longer than the ${String(MAX_PATH_BYTES)} bytes that SQLite takes.`;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return refusedPart(file);
    case 'EROFS':
      return `${file} is on a read-only file system.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `there is no space left for ${file}.`;
    case 'EEXIST':
    case 'ENOTDIR':
      return `${path.dirname(file)} is not a folder.`;
    case 'EISDIR':
      return `${file} is a folder.`;
    default:
      return code.startsWith('SQLITE_IOERR')
        ? `the disk of ${path.dirname(file)} is full or failing (${code}).`
        : null;
  }
}

/** Replaces an error over a file by an UnusableFileError if the account or the disk is the reason; else returns it. */
export function asFileError(file: string, error: unknown, setting = 'PERFUSE_DATA_DIR'): unknown {
  if (error instanceof UnusableFileError) return error;
  const full = path.resolve(file);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code, at } = refusal(cause, full);
  const rule = ruleOf(code, at);
  if (rule === null) return error;
  return new UnusableFileError(`${setting} cannot be used: ${rule}`, { cause: error });
}

const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  (/^(?:ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_WRITE)$/.test(codeOf(error)) || isFull(error.cause));

/** Replaces the error of a full disk, which need not name the file, by an UnusableFileError; returns others. */
export const explainedIfFull = (file: string, error: unknown): unknown =>
  isFull(error)
    ? new UnusableFileError(`There is no space left for ${file}.`, { cause: error })
    : error;

/** Creates the data folder if it is missing. @returns the first folder that was created. @throws UnusableFileError */
export function makeFolder(directory: string): string | undefined {
  const folder = path.resolve(directory);
  let first = folder;
  while (!existsSync(path.dirname(first))) first = path.dirname(first);
  try {
    // Alone, because Node's recursion never ends in a folder that takes no folders, such as /proc.
    if (existsSync(first)) return mkdirSync(folder, { recursive: true, mode: 0o700 });
    mkdirSync(first, { mode: 0o700 });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return first;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw asFileError(path.join(directory, DATABASE_FILE), error);
    const reason = `PERFUSE_DATA_DIR cannot be used: ${first} cannot be created.`;
    throw new UnusableFileError(reason, { cause: error });
  }
}

/** Opens a database that others may be using. @throws UnusableFileError */
export function openLibsql(file: string): Libsql.Database {
  let database: Libsql.Database | undefined;
  try {
    database = new Libsql(file);
    database.exec('pragma busy_timeout = 5000');
    // The first read creates SQLite's files beside the database.
    database.prepare('select 1 from sqlite_schema').get();
    return database;
  } catch (error) {
    database?.close();
    throw asFileError(file, error);
  }
}

/** Whether a folder has a database. @throws UnusableFileError if this account may not find out. */
export function hasDatabase(directory: string): boolean {
  const file = path.join(directory, DATABASE_FILE);
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw asFileError(file, error);
  }
}
