// SPDX-License-Identifier: Apache-2.0
import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { until } from '@perfuse/testing/waiting';
import { temporaryFolder } from '../../testing/server.ts';
import { openStorage } from './embedded-storage.ts';
import { SpaceWatch, StorageFullError } from './space.ts';
import type { Storage } from './storage.ts';

let folder: string;
let storage: Storage;
beforeEach(async () => {
  folder = await temporaryFolder();
  storage = await openStorage(folder);
});
afterEach(async () => {
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

/** Limits the database to this many pages, or to its present number of pages. */
const limitTo = (pages: number) =>
  sql`pragma max_page_count = ${sql.lit(pages)}`.execute(storage.database);

/** Fills the free pages. */
const fill = () =>
  storage.database
    .insertInto('leader_leases')
    .values({ name: 'filler', holder: 'x'.repeat(300_000), held_until: 0 })
    .execute();

it('a disk that fills up without writes is detected within a minute, and so is its recovery', async () => {
  let time = 0;
  const space = new SpaceWatch(() => time);
  const check = () => space.check(storage.database);
  const outcome = () =>
    check().then(
      () => 'ready',
      (error: unknown) => error,
    );
  expect(await outcome()).toBe('ready');
  await fill();
  await limitTo(1);
  expect(await outcome()).toBe('ready');
  time += 60_000;
  await until(async () => ((await outcome()) instanceof StorageFullError ? true : undefined));
  await limitTo(1_000_000);
  expect(await outcome()).toBe('ready');
});
