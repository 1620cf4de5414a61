// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@perfuse/client';
import { useMemo } from 'react';
import { withToken } from '../../account/token-source.ts';
import { deviceHistory } from '../../platform/device-history/device-history.ts';
import { useServices, useSession } from '../../services/use-services.ts';
import { measurementOutcomeSchema } from '../../session/measurement-result.ts';
import { ownerOf } from '../../session/session-state.ts';
import { pastMeasurement, pastOutcome, type PastMeasurement } from './history-view.ts';

const PAGE = 50;

export interface HistoryPage {
  /** Newest first. */
  readonly past: readonly PastMeasurement[];
  /** Number over all pages. */
  readonly total: number;
  /** Whether new measurements are being stored. */
  readonly isStoring: boolean;
}

/** Where past measurements are stored. Both calls reject when it cannot be reached. */
export interface HistorySource {
  /** @param offset number of newer ones already loaded. */
  readonly page: (offset: number) => Promise<HistoryPage>;
  /** Deletes one, or with null all of them. */
  readonly remove: (id: string | null) => Promise<unknown>;
}

/** The signed-in person's measurements at the service. */
export function useServiceHistory(): HistorySource {
  const { api, token } = useServices();
  return useMemo(
    () => ({
      page: async (offset) => {
        const query = { limit: PAGE, offset };
        const { items, total, storing } = await withToken(token, (value) =>
          api.call('history', { token: value, query }),
        );
        return { past: items.map(pastMeasurement), total, isStoring: storing };
      },
      remove: (id) =>
        withToken<unknown>(token, (value) =>
          id === null
            ? api.call('clearHistory', { token: value })
            : api.call('deleteHistoryItem', { token: value, params: { id } }),
        ).catch((cause: unknown) => {
          // Deleted in another window, or on another device.
          if (!(cause instanceof ApiError && cause.code === 'NOT_FOUND')) throw cause;
        }),
    }),
    [api, token],
  );
}

/** The person's measurements in this browser for one organisation, or for none: few enough for one page. */
export function useDeviceHistory(): HistorySource {
  const organisation = useSession((session) => session.organisation);
  const owner = useSession(ownerOf);
  const era = useSession((session) => session.era);
  return useMemo(
    () => ({
      page: async () => {
        const kept = await deviceHistory(owner).all();
        const past = kept.flatMap((one) => {
          const outcome = measurementOutcomeSchema.safeParse(one.outcome);
          return one.organisation === organisation && outcome.success
            ? [pastOutcome(one.id, outcome.data)]
            : [];
        });
        return { past, total: past.length, isStoring: deviceHistory(owner).isWanted() };
      },
      remove: (id) => deviceHistory(owner).erase(id),
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what was kept is deleted with its person
    [organisation, owner, era],
  );
}
