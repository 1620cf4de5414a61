// SPDX-License-Identifier: Apache-2.0
/** Results that a person keeps in this browser, and nowhere else. */
import { z } from '@perfuse/contract/schema';
import { allowed, asked, databaseOf } from '../browser/database.ts';

/** More than this many are not kept: the oldest goes. */
export const MOST_KEPT = 100;
/** Remembers that the person wants it. */
const WISH_KEY = 'perfuse.keeps-results';
const DATABASE = 'perfuse-history';
const STORE = 'results';
const BY_TIME = 'at';

/** What is kept; `outcome` is read as untrusted as it was written by whatever version. */
const keptSchema = z.array(
  z.object({
    id: z.string(),
    /** Milliseconds since 1970. */
    at: z.number(),
    /** Of whose link; null without one. */
    organisation: z.nullable(z.string()),
    outcome: z.unknown(),
  }),
);
export type KeptResult = Readonly<z.infer<typeof keptSchema>[number]>;

/** `full`: no room is left. `denied`: the browser keeps nothing here, as in some private windows. */
export type Keeping = 'kept' | 'full' | 'denied';

export interface DeviceHistory {
  /** Whether the person wants results to be kept. */
  readonly isWanted: () => boolean;
  /** @returns whether the wish could be remembered. */
  readonly want: (isWanted: boolean) => boolean;
  /** Keeps one, and lets go of the oldest above {@link MOST_KEPT}. One that is kept already is replaced. */
  readonly keep: (result: KeptResult) => Promise<Keeping>;
  /** Newest first. Rejects where the browser gives no access. */
  readonly all: () => Promise<readonly KeptResult[]>;
  /** Null: all of them, and the wish with them. Rejects where the browser gives no access. */
  readonly erase: (id: string | null) => Promise<void>;
}

export interface HistoryStorages {
  readonly databases: IDBFactory | undefined;
  readonly wishes: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;
}

export function createDeviceHistory({ databases, wishes }: HistoryStorages): DeviceHistory {
  const within = databaseOf(
    databases,
    {
      name: DATABASE,
      create: (database) => {
        database.createObjectStore(STORE, { keyPath: 'id' }).createIndex(BY_TIME, BY_TIME);
      },
    },
    [STORE],
  );
  const want = (isWanted: boolean): boolean => {
    try {
      if (isWanted) wishes?.setItem(WISH_KEY, 'yes');
      else wishes?.removeItem(WISH_KEY);
      return wishes !== null;
    } catch {
      return false;
    }
  };
  return {
    isWanted: () => {
      try {
        return wishes?.getItem(WISH_KEY) === 'yes';
      } catch {
        return false;
      }
    },
    want,
    keep: async (result) => {
      try {
        await within('readwrite', async ({ results: store }) => {
          await asked(store.put(result));
          const oldest = await asked(store.index(BY_TIME).getAllKeys());
          const tooMany = oldest.slice(0, Math.max(0, oldest.length - MOST_KEPT));
          await Promise.all(tooMany.map((id) => asked(store.delete(id))));
        });
        return 'kept';
      } catch (cause) {
        const isFull = cause instanceof DOMException && cause.name === 'QuotaExceededError';
        return isFull ? 'full' : 'denied';
      }
    },
    all: async () => {
      const kept = await within<unknown>('readonly', ({ results }) =>
        asked(results.index(BY_TIME).getAll()),
      );
      return keptSchema.parse(kept).reverse();
    },
    erase: async (id) => {
      await within('readwrite', ({ results }) =>
        asked(id === null ? results.clear() : results.delete(id)),
      );
      if (id === null) want(false);
    },
  };
}

let page: DeviceHistory | null = null;

/** The one of this browser. */
export const deviceHistory = (): DeviceHistory =>
  (page ??= createDeviceHistory({
    databases: allowed(() => window.indexedDB),
    wishes: allowed(() => window.localStorage) ?? null,
  }));
