// SPDX-License-Identifier: Apache-2.0
/** Results that a person keeps in this browser, and nowhere else. */
import { readText, storageOf, write, type KeyValueStorage } from '../browser/stored.ts';
import { z } from '@perfuse/contract/schema';
import { allowed, asked, databaseOf } from '../browser/database.ts';

/** More than this many of one person are not kept: their oldest goes. */
export const MOST_KEPT = 100;
/** Remembers that a guest wants it; of people who sign in, followed by a dot and their id. */
const WISH_KEY = 'perfuse.keeps-results';
const DATABASE = 'perfuse-history';
const STORE = 'results';
const BY_TIME = 'at';

/** What is kept; `outcome` is read as untrusted as it was written by whatever version. */
const keptSchema = z.object({
  id: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** Of whose link; null without one. */
  organisation: z.nullable(z.string()),
  outcome: z.unknown(),
});
export type KeptResult = Readonly<z.infer<typeof keptSchema>>;

const rowsSchema = z.array(
  z.extend(keptSchema, {
    /** The account that was signed in; missing of a guest. */
    userId: z.optional(z.string()),
  }),
);

/** `full`: no room is left. `denied`: the browser keeps nothing here, as in some private windows. */
export type Keeping = 'kept' | 'full' | 'denied';

/** What one person, or whoever measures as a guest, keeps in this browser: nobody else sees it here. */
export interface DeviceHistory {
  /** Whether the person wants results to be kept. */
  readonly isWanted: () => boolean;
  /** @returns whether the wish could be remembered. */
  readonly want: (isWanted: boolean) => boolean;
  /** Keeps one, and lets go of their oldest above {@link MOST_KEPT}. One that is kept already is replaced. */
  readonly keep: (result: KeptResult) => Promise<Keeping>;
  /** Newest first. Rejects where the browser gives no access. */
  readonly all: () => Promise<readonly KeptResult[]>;
  /** Null: all of theirs, and the wish with them. Rejects where the browser gives no access. */
  readonly erase: (id: string | null) => Promise<void>;
}

export interface HistoryStorages {
  readonly databases: IDBFactory | undefined;
  readonly wishes: KeyValueStorage | null;
}

/** @param userId who is signed in; null: a guest. */
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
  /** Theirs, the oldest first. */
  const ownOf = async (store: IDBObjectStore): Promise<readonly KeptResult[]> => {
    const rows: unknown = await asked(store.index(BY_TIME).getAll());
    return rowsSchema.parse(rows).filter((row) => (row.userId ?? null) === userId);
  };
  const deleteAll = (store: IDBObjectStore, rows: readonly KeptResult[]): Promise<unknown> =>
    Promise.all(rows.map(({ id }) => asked(store.delete(id))));
  const want = (isWanted: boolean): boolean => write(wishes, wishKey, isWanted ? 'yes' : null);
  return {
    isWanted: () => readText(wishes, wishKey) === 'yes',
    want,
    keep: async (result) => {
      try {
        await within('readwrite', async ({ results: store }) => {
          await asked(store.put(userId === null ? result : { ...result, userId }));
          const own = await ownOf(store);
          await deleteAll(store, own.slice(0, Math.max(0, own.length - MOST_KEPT)));
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
        id === null ? deleteAll(results, await ownOf(results)) : asked(results.delete(id)),
      );
      if (id === null) want(false);
    },
  };
}

const pages = new Map<string | null, DeviceHistory>();

/** Of whom nothing is kept here. */
const NOTHING_KEPT: DeviceHistory = {
  isWanted: () => false,
  want: () => false,
  keep: () => Promise.resolve('denied'),
  all: () => Promise.resolve([]),
  erase: () => Promise.resolve(),
};

/** Erases all of theirs, and the wish with them. @returns whether they stay: the browser gives no access. */
export const stayWhenErased = (history: DeviceHistory): Promise<boolean> =>
  history.erase(null).then(
    () => false,
    () => true,
  );

/** That of this browser and this person. @param userId who is signed in; null: a guest; undefined: nothing is kept. */
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
