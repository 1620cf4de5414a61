// SPDX-License-Identifier: Apache-2.0
import { useCallback, useEffect, useState } from 'react';
import { withToken } from '../../account/token-source.ts';
import { useServices } from '../../services/use-services.ts';
import { pastMeasurement, type PastMeasurement } from './history-view.ts';

const PAGE = 50;

interface Loaded {
  readonly past: readonly PastMeasurement[];
  readonly total: number;
  /** Whether new measurements are being kept. */
  readonly isStoring: boolean;
}

export interface History {
  /** Null until the first page is here. */
  readonly loaded: Loaded | null;
  readonly phase: 'loading' | 'ready' | 'failed';
  /** What went wrong after the first page was here. */
  readonly problem: 'more' | 'delete' | null;
  readonly retry: () => void;
  readonly more: () => Promise<void>;
  /** Null: all of them. Resolves to whether it is done. */
  readonly remove: (id: string | null) => Promise<boolean>;
}

/** Past measurements of the signed-in person, newest first, a page at a time. */
export function useHistory(): History {
  const { api, token } = useServices();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [phase, setPhase] = useState<History['phase']>('loading');
  const [problem, setProblem] = useState<History['problem']>(null);

  const fetchPage = useCallback(
    async (offset: number): Promise<Loaded> => {
      const query = { limit: PAGE, offset };
      const page = await withToken(token, (value) => api.call('history', { token: value, query }));
      return {
        past: page.items.map(pastMeasurement),
        total: page.total,
        isStoring: page.storing,
      };
    },
    [api, token],
  );
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isGone = false;
    fetchPage(0).then(
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
  }, [fetchPage, attempt]);

  return {
    loaded,
    phase,
    problem,
    retry: () => {
      setPhase('loading');
      setAttempt((count) => count + 1);
    },
    more: async () => {
      setProblem(null);
      try {
        const page = await fetchPage(loaded?.past.length ?? 0);
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
        await withToken<unknown>(token, (value) =>
          id === null
            ? api.call('clearHistory', { token: value })
            : api.call('deleteHistoryItem', { token: value, params: { id } }),
        );
      } catch {
        setProblem('delete');
        return false;
      }
      setLoaded((shown) => {
        if (shown === null) return null;
        const past = id === null ? [] : shown.past.filter((one) => one.id !== id);
        return { ...shown, past, total: id === null ? 0 : shown.total - 1 };
      });
      return true;
    },
  };
}
