// SPDX-License-Identifier: Apache-2.0
import { useState } from 'react';
import type { FieldErrors } from '@perfuse/contract/field-errors';
import { toAdminError, type AdminError } from '../api/admin-error.ts';
import { ruleText } from './rule-text.ts';

export interface Save {
  readonly isBusy: boolean;
  readonly error: AdminError | null;
  /** What went well. */
  readonly done: string | null;
  /** Does the work; @returns whether it went well. */
  readonly run: (work: () => Promise<void>, done?: string) => Promise<boolean>;
  /** What is wrong with a field, by its path; undefined when nothing is. */
  readonly fieldError: (path: string) => string | undefined;
}

/** What is wrong with a field, in words. */
export function fieldErrorOf(fields: FieldErrors, path: string): string | undefined {
  const [first] = fields[path] ?? [];
  return first === undefined ? undefined : ruleText(first[0], first[1]);
}

/** One change at a time, and how it ended. */
export function useSave(): Save {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<AdminError | null>(null);
  const [done, setDone] = useState<string | null>(null);
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
    fieldError: (path) => (error === null ? undefined : fieldErrorOf(error.fields, path)),
  };
}
