// SPDX-License-Identifier: Apache-2.0
import { withoutPostgres } from '@perfuse/testing/postgres';
import { afterEach, describe, expect, it } from 'vitest';
import { newDatabase } from '../../testing/run.ts';
import { transactionPool } from '../../testing/transaction-pool.ts';
import { openSharedStorage, withStartLock } from './shared-storage.ts';

const pools: { readonly close: () => void }[] = [];
afterEach(() => {
  for (const { close } of pools.splice(0)) close();
});

async function pooled(): Promise<string> {
  const pool = await transactionPool(await newDatabase());
  pools.push(pool);
  return pool.url;
}

describe.skipIf(withoutPostgres)('the start lock', () => {
  it('is released behind a pool that keeps the connection', async () => {
    const url = await pooled();
    const starts = [1, 2, 3].map((start) => withStartLock(url, () => Promise.resolve(start)));
    expect(await Promise.all(starts)).toEqual([1, 2, 3]);
    expect(await withStartLock(url, () => Promise.resolve(4))).toBe(4);
  });

  it('is released after work that failed', async () => {
    const url = await newDatabase();
    const failing = withStartLock(url, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await withStartLock(url, () => Promise.resolve('free'))).toBe('free');
  });

  it('that another server holds for long is reported', async () => {
    const url = await newDatabase();
    let waiting: Promise<string> | undefined;
    await withStartLock(
      url,
      () =>
        new Promise<void>((onWait) => {
          waiting = withStartLock(url, () => Promise.resolve('second'), { onWait, longWaitMs: 10 });
        }),
    );
    expect(await waiting).toBe('second');
  });
});

it.skipIf(withoutPostgres)(
  'refuses a pool in transaction mode, and names session mode',
  async () => {
    const url = await pooled();
    const opened = openSharedStorage({ url, connections: 2, onError: () => undefined });
    await expect(opened).rejects.toThrow(/DATABASE_URL .+ transaction mode.+ session mode/);
  },
);
