// SPDX-License-Identifier: Apache-2.0
import { useEffect, useState } from 'react';
import type { HistoryPage, HistorySource } from './history-source.ts';

export interface History {
  /** The pages so far; null until the first one is loaded. */
  readonly loaded: HistoryPage | null;
  readonly phase: 'loading' | 'ready' | 'failed';
  /** What failed after the first page was loaded. */
  readonly problem: 'more' | 'delete' | null;
  readonly retry: () => void;
  readonly more: () => Promise<void>;
  /** Deletes one, or with null all of them. Resolves to whether it succeeded. */
  readonly remove: (id: string | null) => Promise<boolean>;
}

/** Past measurements, newest first, a page at a time. */
export function useHistory(source: HistorySource): History {
  const [loaded, setLoaded] = useState<HistoryPage | null>(null);
  const [phase, setPhase] = useState<History['phase']>('loading');
  const [problem, setProblem] = useState<History['problem']>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isGone = false;
    source.page(0).then(
      (page) => {
        if (isGone) return;
        setLoaded(page);
        setPhase('ready');
      },
      () => {
        if (!isGone) setPhase('failed');
      },
    );
    return () => {
      isGone = true;
    };
  }, [source, attempt]);
  const loadAgain = (): void => setAttempt((count) => count + 1);

  return {
    loaded,
    phase,
    problem,
    retry: () => {
      setPhase('loading');
      loadAgain();
    },
    more: async () => {
      setProblem(null);
      try {
        const page = await source.page(loaded?.past.length ?? 0);
        const known = new Set(loaded?.past.map(({ id }) => id));
        // A measurement added in the meantime has shifted the pages by one.
        const fresh = page.past.filter(({ id }) => !known.has(id));
        setLoaded({ ...page, past: [...(loaded?.past ?? []), ...fresh] });
      } catch {
        setProblem('more');
      }
    },
    remove: async (id) => {
      setProblem(null);
      try {
        await source.remove(id);
      } catch {
        setProblem('delete');
        return false;
      }
      setLoaded((shown) => {
        if (shown === null) return null;
        const past = id === null ? [] : shown.past.filter((one) => one.id !== id);
        return { ...shown, past, total: id === null ? 0 : shown.total - 1 };
      });
      // After all are deleted, new ones may no longer be stored.
      if (id === null) loadAgain();
      return true;
    },
  };
}
