// SPDX-License-Identifier: Apache-2.0
import { useState } from 'react';
import type { FieldErrors } from '@perfuse/contract/field-errors';
import { toAdminError, type AdminError } from '../api/admin-error.ts';
import { ruleText } from './rule-text.ts';

export interface Save {
  readonly isBusy: boolean;
  readonly error: AdminError | null;
  /** Message of the last success. */
  readonly done: string | null;
  /** Runs the work; @returns whether it succeeded. */
  readonly run: (work: () => Promise<void>, done?: string) => Promise<boolean>;
  /** Error text of a field that shows it, by its path; undefined when there is none. */
  readonly fieldError: (path: string) => string | undefined;
  /** Paths of the fields that show their own errors. */
  readonly shown: ReadonlySet<string>;
}

/** Error text of a field. */
export function fieldErrorOf(fields: FieldErrors, path: string): string | undefined {
  const [first] = fields[path] ?? [];
  return first === undefined ? undefined : ruleText(first[0], first[1]);
}

/** Runs one change at a time, and holds its outcome. */
export function useSave(): Save {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<AdminError | null>(null);
  const [done, setDone] = useState<string | null>(null);
  // Filled while the form renders, before the outcome below its fields.
  const shown = new Set<string>();
  return {
    isBusy,
    error,
    done,
    run: async (work, said = 'Saved.') => {
      if (isBusy) return false;
      setBusy(true);
      setError(null);
      setDone(null);
      try {
        await work();
        setDone(said);
        return true;
      } catch (failure) {
        setError(toAdminError(failure));
        return false;
      } finally {
        setBusy(false);
      }
    },
    fieldError: (path) => {
      shown.add(path);
      return error === null ? undefined : fieldErrorOf(error.fields, path);
    },
    shown,
  };
}
