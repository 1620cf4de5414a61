// SPDX-License-Identifier: Apache-2.0
/** Results that a person stores in this browser only. */
import { readText, storageOf, write, type KeyValueStorage } from '../browser/stored.ts';
import { z } from '@perfuse/contract/schema';
import { allowed, resultOf, databaseOf } from '../browser/database.ts';

/** Largest number of results stored per person; beyond it their oldest is deleted. */
export const MAX_STORED = 100;
/** Key of a guest's wish to store results; for people who sign in, followed by a dot and their id. */
const WISH_KEY = 'perfuse.keeps-results';
const DATABASE = 'perfuse-history';
const STORE = 'results';
const BY_TIME = 'at';

/** Stored result; `outcome` is untrusted, as any version may have written it. */
const keptSchema = z.object({
  id: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** Organisation of the link; null without one. */
  organisation: z.nullable(z.string()),
  outcome: z.unknown(),
});
export type KeptResult = Readonly<z.infer<typeof keptSchema>>;

const rowsSchema = z.array(
  z.extend(keptSchema, {
    /** The account that was signed in; undefined for a guest. */
    userId: z.optional(z.string()),
  }),
);

/** `full`: no space is left. `denied`: the browser stores nothing here, as in some private windows. */
export type Keeping = 'kept' | 'full' | 'denied';

/** Results that one person, or a guest, stores in this browser; other people do not see them. */
export interface DeviceHistory {
  /** Whether the person wants results to be stored. */
  readonly isWanted: () => boolean;
  /** @returns whether the wish could be stored. */
  readonly want: (isWanted: boolean) => boolean;
  /** Stores a result, replacing one with the same id, and deletes the person's oldest above {@link MAX_STORED}. */
  readonly keep: (result: KeptResult) => Promise<Keeping>;
  /** Newest first. Rejects where the browser denies access. */
  readonly all: () => Promise<readonly KeptResult[]>;
  /** Deletes a result; null: all of the person's, and their wish. Rejects where the browser denies access. */
  readonly erase: (id: string | null) => Promise<void>;
}

export interface HistoryStorages {
  readonly databases: IDBFactory | undefined;
  readonly wishes: KeyValueStorage | null;
}

/** @param userId the signed-in account; null: a guest. */
export function createDeviceHistory(
  { databases, wishes }: HistoryStorages,
  userId: string | null,
): DeviceHistory {
  const wishKey = userId === null ? WISH_KEY : `${WISH_KEY}.${userId}`;
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
  /** The person's results, oldest first. */
  const ownOf = async (store: IDBObjectStore): Promise<readonly KeptResult[]> => {
    const rows: unknown = await resultOf(store.index(BY_TIME).getAll());
    return rowsSchema.parse(rows).filter((row) => (row.userId ?? null) === userId);
  };
  const deleteAll = (store: IDBObjectStore, rows: readonly KeptResult[]): Promise<unknown> =>
    Promise.all(rows.map(({ id }) => resultOf(store.delete(id))));
  const want = (isWanted: boolean): boolean => write(wishes, wishKey, isWanted ? 'yes' : null);
  return {
    isWanted: () => readText(wishes, wishKey) === 'yes',
    want,
    keep: async (result) => {
      try {
        await within('readwrite', async ({ results: store }) => {
          await resultOf(store.put(userId === null ? result : { ...result, userId }));
          const own = await ownOf(store);
          await deleteAll(store, own.slice(0, Math.max(0, own.length - MAX_STORED)));
        });
        return 'kept';
      } catch (cause) {
        const isFull = cause instanceof DOMException && cause.name === 'QuotaExceededError';
        return isFull ? 'full' : 'denied';
      }
    },
    all: async () => {
      const own = await within('readonly', ({ results }) => ownOf(results));
      return [...own].reverse();
    },
    erase: async (id) => {
      await within<unknown>('readwrite', async ({ results }) =>
        id === null ? deleteAll(results, await ownOf(results)) : resultOf(results.delete(id)),
      );
      if (id === null) want(false);
    },
  };
}

const pages = new Map<string | null, DeviceHistory>();

/** History of people for whom nothing is stored here. */
const NOTHING_KEPT: DeviceHistory = {
  isWanted: () => false,
  want: () => false,
  keep: () => Promise.resolve('denied'),
  all: () => Promise.resolve([]),
  erase: () => Promise.resolve(),
};

/** Deletes all of the person's results and the wish. @returns whether they remain: the browser denies access. */
export const eraseLeavesResults = (history: DeviceHistory): Promise<boolean> =>
  history.erase(null).then(
    () => false,
    () => true,
  );

/**
 * This person's history in this browser. @param userId the signed-in account; null: a guest; undefined: nothing is
 * stored.
 */
export function deviceHistory(userId: string | null | undefined): DeviceHistory {
  if (userId === undefined) return NOTHING_KEPT;
  const known = pages.get(userId);
  if (known !== undefined) return known;
  const storages = {
    databases: allowed(() => window.indexedDB),
    wishes: storageOf('localStorage'),
  };
  const made = createDeviceHistory(storages, userId);
  pages.set(userId, made);
  return made;
}
