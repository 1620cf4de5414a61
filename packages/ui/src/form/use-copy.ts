// SPDX-License-Identifier: Apache-2.0
import { useCallback, useState } from 'react';

export type CopyOutcome = 'copied' | 'failed';

async function copyText(text: string): Promise<CopyOutcome> {
  // Absent outside a secure context, contrary to its type.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  try {
    await clipboard?.writeText(text);
    return clipboard === undefined ? 'failed' : 'copied';
  } catch {
    return 'failed';
  }
}

export interface Copy {
  readonly copy: (text: string) => void;
  /** Outcome of the last copy; null before the first one and after `reset`. */
  readonly outcome: CopyOutcome | null;
  readonly reset: () => void;
}

/** Copies texts to the clipboard. */
export function useCopy(): Copy {
  const [outcome, setOutcome] = useState<CopyOutcome | null>(null);
  const copy = useCallback((text: string) => void copyText(text).then(setOutcome), []);
  const reset = useCallback(() => setOutcome(null), []);
  return { copy, outcome, reset };
}
