// SPDX-License-Identifier: Apache-2.0
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/server.ts';
import { openStorage } from './embedded-storage.ts';
import { prepared } from './prepared.ts';
import type { Storage } from './storage.ts';

describe('a prepared statement', () => {
  let directory: string;
  let storage: Storage;
  let built: number;
  beforeEach(async () => {
    directory = await temporaryFolder();
    storage = await openStorage(directory);
    built = 0;
  });
  afterEach(async () => {
    await storage.close();
    await rm(directory, { recursive: true, force: true });
  });

  const insert = prepared((db, values: { readonly id: string; readonly name: string }) => {
    built += 1;
    return db
      .insertInto('organisations')
      .values({ id: values.id, name: values.name, created_at: 7 })
      .returning('id');
  });
  const names = (): Promise<readonly unknown[]> =>
    storage.database
      .selectFrom('organisations')
      .select(['id', 'name', 'created_at'])
      .orderBy('id')
      .execute();

  it('is built once, and binds the values of each call', async () => {
    const { database } = storage;
    const { rows } = await insert(database, { id: 'a', name: `'; drop table organisations; --` });
    await insert(database, { id: 'b', name: 'Ä' });
    expect(rows).toEqual([{ id: 'a' }]);
    expect(await names()).toEqual([
      { id: 'a', name: `'; drop table organisations; --`, created_at: 7 },
      { id: 'b', name: 'Ä', created_at: 7 },
    ]);
    expect(built).toBe(1);
  });

  it('is part of the transaction that it is run in', async () => {
    const undone = storage.database.transaction().execute(async (db) => {
      await insert(db, { id: 'c', name: 'undone' });
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(await names()).toEqual([]);
  });

  it('is built for each database that it is run with', async () => {
    const other = await temporaryFolder();
    const second = await openStorage(other);
    await insert(storage.database, { id: 'd', name: 'first' });
    await insert(second.database, { id: 'e', name: 'second' });
    await second.close();
    await rm(other, { recursive: true, force: true });
    expect(built).toBe(2);
    expect(await names()).toEqual([{ id: 'd', name: 'first', created_at: 7 }]);
  });
});
