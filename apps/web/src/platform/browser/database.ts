// SPDX-License-Identifier: Apache-2.0
/** The browser's database (IndexedDB) with promises. */

/** @returns the result of the request. Rejects with the browser's error, such as `QuotaExceededError`. */
export const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser did not say why.'));
  });

const completionOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (): void => reject(transaction.error ?? new Error('The browser gave up.'));
    transaction.oncomplete = () => resolve();
    transaction.onabort = fail;
    transaction.onerror = fail;
  });

export interface DatabasePlan {
  readonly name: string;
  /** Creates the stores of a new database. */
  readonly create: (database: IDBDatabase) => void;
}

/** Runs work in one transaction over the stores. Rejects where the browser denies access or has no space left. */
export type Within<Store extends string> = <T>(
  mode: IDBTransactionMode,
  work: (stores: Readonly<Record<Store, IDBObjectStore>>) => Promise<T>,
) => Promise<T>;

/**
 * @param databases undefined where the browser has none.
 * @param stores included in each transaction.
 */
export function databaseOf<Store extends string>(
  databases: IDBFactory | undefined,
  { name, create }: DatabasePlan,
  stores: readonly Store[],
): Within<Store> {
  const open = async (): Promise<IDBDatabase> => {
    if (databases === undefined) throw new Error('This browser has no database.');
    const request = databases.open(name, 1);
    request.onupgradeneeded = () => create(request.result);
    return resultOf(request);
  };
  // Closed after each use: another tab may delete the database.
  return async (mode, work) => {
    const database = await open();
    try {
      const transaction = database.transaction(stores, mode);
      const end = completionOf(transaction);
      const opened = Object.fromEntries(
        stores.map((store) => [store, transaction.objectStore(store)]),
      ) as Record<Store, IDBObjectStore>; // the keys are the stores
      const [result] = await Promise.all([work(opened), end]);
      return result;
    } finally {
      database.close();
    }
  };
}

/** A browser may deny storage altogether; merely reading the property then throws. */
export function allowed<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
