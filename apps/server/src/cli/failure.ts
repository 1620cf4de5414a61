// SPDX-License-Identifier: Apache-2.0
import type { FieldErrors } from '@perfuse/contract/field-errors';
import { ServiceError } from '../platform/errors/service-error.ts';
import { FolderError } from '../platform/storage/offline.ts';
import { FolderInUseError } from '../platform/storage/lock.ts';
import { isDatabaseAway } from '../platform/storage/postgres.ts';
import { isStorageFull } from '../platform/storage/space.ts';
import { UnusableFileError } from '../platform/storage/unusable.ts';

/** Exit codes. */
export const EXIT = { done: 0, failed: 1, usage: 2, refused: 3, folder: 4 } as const;

/** A command line with a mistake. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Failure {
  readonly code: string;
  readonly message: string;
  /** The rules that were broken, by field. */
  readonly fields?: FieldErrors;
  readonly exit: number;
}

const isSystemError = (error: Error): boolean => typeof Reflect.get(error, 'code') === 'string';

/** What to report for an error. Users' mistakes take one line; only a fault of ours shows its stack. */
export function failureOf(error: unknown): Failure {
  if (error instanceof UsageError) {
    return { code: 'USAGE', message: error.message, exit: EXIT.usage };
  }
  if (error instanceof ServiceError) {
    const { code, message, fields } = error;
    return { code, message, fields, exit: EXIT.refused };
  }
  if (
    error instanceof FolderError ||
    error instanceof FolderInUseError ||
    error instanceof UnusableFileError
  ) {
    return { code: 'FOLDER', message: error.message, exit: EXIT.folder };
  }
  if (!(error instanceof Error)) {
    return { code: 'FAILED', message: 'unknown error', exit: EXIT.failed };
  }
  if (isDatabaseAway(error)) {
    const message = `The database connection was lost: ${error.message}. Run the command again.`;
    return { code: 'DATABASE', message, exit: EXIT.failed };
  }
  if (isStorageFull(error)) {
    const message = `There is no space left for the database (${error.message}). Free space on its disk, or raise PERFUSE_DATABASE_MAX_MB, and run the command again.`;
    return { code: 'DATABASE', message, exit: EXIT.failed };
  }
  const message = isSystemError(error) ? error.message : (error.stack ?? error.message);
  return { code: 'FAILED', message, exit: EXIT.failed };
}
