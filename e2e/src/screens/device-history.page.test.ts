// SPDX-License-Identifier: Apache-2.0
/** Measurements on the device kept by the browser: bounded, deleted one by one, refused, and never of a wrong shape. */
import type { Locator, Page } from '@perfuse/browser-harness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import { sharedGallery, type GallerySite } from '../shared-gallery.ts';

let site: GallerySite;
beforeAll(async () => {
  site = await sharedGallery();
});
afterAll(closeContexts);

/** Opens a story in a browser that has stored nothing yet. */
async function opened(story: string): Promise<Page> {
  const context = await (await sharedBrowser()).newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(site.address(story));
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

interface Kept {
  readonly count: number;
  readonly ids: readonly string[];
}

/** The content of the browser's database, after storing `added` if given. */
const kept = (page: Page, added?: object): Promise<Kept> =>
  page.evaluate(
    (one) =>
      new Promise<Kept>((resolve, reject) => {
        const opening = indexedDB.open('perfuse-history');
        opening.onerror = () => reject(new Error('no access'));
        opening.onsuccess = () => {
          const store = opening.result.transaction('results', 'readwrite').objectStore('results');
          if (one !== undefined) store.put(one);
          const reading = store.getAllKeys();
          reading.onsuccess = () => {
            opening.result.close();
            resolve({ count: reading.result.length, ids: reading.result.map(String) });
          };
        };
      }),
    added,
  );

test('at most a hundred measurements are kept, and the oldest are deleted', async () => {
  const page = await opened('history-device-most');
  await page.getByRole('heading', { name: '100 measurements' }).waitFor();
  const { count, ids } = await kept(page);
  expect(count).toBe(100);
  // The newest has the number 0.
  expect(ids.filter((id) => ['device-100', 'device-101', 'device-102'].includes(id))).toEqual([]);
});

test('a deleted measurement is removed from the browser', async () => {
  const page = await opened('history-device-delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: '2 measurements' }).waitFor();
  expect(await kept(page)).toEqual({ count: 2, ids: ['device-1', 'device-2'] });
});

test('a deletion moves the focus to what is left, and is announced', async () => {
  const page = await opened('history-device-delete');
  const deletes = page.getByRole('button', { name: /^Delete the measurement of/ });
  const isFocused = (what: Locator): Promise<void> =>
    expect.poll(() => what.evaluate((one) => one === document.activeElement)).toBe(true);
  const confirm = (text: string | RegExp): Promise<void> =>
    page
      .getByRole('alertdialog', { description: text })
      .getByRole('button', { name: 'Delete' })
      .click();
  const said = page.getByRole('status');

  await confirm(/^The results of January 31, 2026 .*will be permanently deleted\.$/);
  await said.filter({ hasText: 'The measurement has been deleted.' }).waitFor();
  await isFocused(deletes.first());
  await deletes.last().click();
  expect(await said.allTextContents()).not.toContain('The measurement has been deleted.');
  await confirm(/^The results of January 25, 2026 .*will be permanently deleted\.$/);
  await page.getByRole('heading', { name: '1 measurement' }).waitFor();
  await isFocused(deletes.last());

  await page.getByRole('button', { name: 'Delete all' }).click();
  await confirm('All your past results will be permanently deleted.');
  await said.filter({ hasText: 'All your past results have been deleted.' }).waitFor();
  await isFocused(page.getByRole('heading', { level: 1 }));
});

test('entries stored in another format by another version of the app are not shown, but kept', async () => {
  const page = await opened('history-device');
  await page.getByRole('heading', { name: '6 measurements' }).waitFor();
  const foreign = { id: 'later', at: Date.UTC(2030, 1, 1), organisation: null, outcome: { v: 9 } };
  expect((await kept(page, foreign)).count).toBe(7);
  await page.reload();
  await page.getByRole('heading', { name: '6 measurements' }).waitFor();
  expect((await kept(page)).ids).toContain('later');
});

test('entries of a signed-in user are neither shown to a guest nor deleted by one', async () => {
  const page = await opened('history-device');
  await page.getByRole('heading', { name: '6 measurements' }).waitFor();
  const own = await kept(page);
  const theirs = { id: 'theirs', at: Date.UTC(2030, 1, 1), organisation: null, userId: 'ann' };
  await kept(page, { ...theirs, outcome: {} });
  await page.reload();
  await page.getByRole('heading', { name: '6 measurements' }).waitFor();
  await page.getByRole('button', { name: 'Delete all' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText(/^New results are not being/).waitFor();
  expect(own.count).toBe(6);
  expect(await kept(page)).toEqual({ count: 1, ids: ['theirs'] });
});

test.each([
  ['results-device-full', /no room left/],
  ['results-device-denied', /does not save anything here/],
  ['history-device-failed', /does not give access/],
])('%s shows the reason', async (story, words) => {
  const page = await opened(story);
  await page.getByRole('alert').filter({ hasText: words }).waitFor();
});
