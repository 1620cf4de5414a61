// SPDX-License-Identifier: Apache-2.0
import { useEffect, useState } from 'react';
import { deviceHistory } from '../../platform/device-history/device-history.ts';
import { useSession } from '../../services/use-services.ts';
import { measurementOutcomeSchema } from '../../session/measurement-result.ts';
import { pastOutcome, type PastMeasurement } from './history-view.ts';
import type { History } from './use-history.ts';

async function read(organisation: string | null): Promise<readonly PastMeasurement[]> {
  const kept = await deviceHistory().all();
  return kept
    .filter((one) => one.organisation === organisation)
    .flatMap(({ id, outcome }) => {
      const parsed = measurementOutcomeSchema.safeParse(outcome);
      return parsed.success ? [pastOutcome(id, parsed.data)] : [];
    });
}

/** Past measurements that a person keeps in this browser, newest first. */
export function useDeviceHistory(): History {
  const organisation = useSession((session) => session.organisation);
  const [past, setPast] = useState<readonly PastMeasurement[] | null>(null);
  const [phase, setPhase] = useState<History['phase']>('loading');
  const [problem, setProblem] = useState<History['problem']>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isGone = false;
    read(organisation).then(
      (found) => {
        if (isGone) return;
        setPast(found);
        setPhase('ready');
      },
      () => {
        if (!isGone) setPhase('failed');
      },
    );
    return () => {
      isGone = true;
    };
  }, [organisation, attempt]);
  return {
    loaded:
      past === null ? null : { past, total: past.length, isStoring: deviceHistory().isWanted() },
    phase,
    problem,
    retry: () => {
      setPhase('loading');
      setAttempt((count) => count + 1);
    },
    more: () => Promise.resolve(),
    remove: async (id) => {
      setProblem(null);
      try {
        await deviceHistory().erase(id);
      } catch {
        setProblem('delete');
        return false;
      }
      setPast((shown) => (id === null ? [] : (shown ?? []).filter((one) => one.id !== id)));
      return true;
    },
  };
}
