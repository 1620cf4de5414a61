// SPDX-License-Identifier: Apache-2.0
/** Measurements on the device that people who sign in keep in one browser: each their own, also without a network. */
import type { Page } from '@perfuse/browser-harness';
import { OUTCOMES } from '@perfuse/web/internal/gallery/outcomes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { button, heading } from '../elements.ts';
import { openReturning } from '../returning-visitor.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import { sharedInstallation } from '../shared-installation.ts';
import { newCredentials, newPerson, signIn, signUp } from './person.ts';

let url: string;
beforeAll(async () => {
  url = (await sharedInstallation({ PERFUSE_ANALYSIS: 'device' })).url;
});
afterAll(closeContexts);

const OUTCOME = { ...OUTCOMES.good, measurementId: 'device-1', analysedOn: 'device' } as const;

/** The user id of the signed-in person, once the page has stored it. */
async function storedUser(page: Page): Promise<string> {
  const read = () =>
    page.evaluate(() => {
      const stored: unknown = JSON.parse(localStorage.getItem('perfuse.session.consumer') ?? '{}');
      return String(Reflect.get(Object(stored), 'userId') ?? '');
    });
  await expect.poll(read).not.toBe('');
  return await read();
}

/** Stores a result where the app does, for this account; null for a guest. */
const keepAs = (page: Page, userId: string | null): Promise<void> =>
  page.evaluate(
    ([outcome, user]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('perfuse-history', 1);
        opening.onupgradeneeded = () =>
          opening.result.createObjectStore('results', { keyPath: 'id' }).createIndex('at', 'at');
        opening.onerror = () => reject(new Error('no access'));
        opening.onsuccess = () => {
          const adding = opening.result.transaction('results', 'readwrite');
          const row = { id: 'device-1', at: outcome.finishedAt, organisation: null, outcome };
          adding.objectStore('results').put(user === null ? row : { ...row, userId: user });
          adding.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    [OUTCOME, userId] as const,
  );

const count = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const none = (page: Page) => page.getByText('Nothing here yet.', { exact: true });

async function signOut(page: Page): Promise<void> {
  await page.goto(`${url}logout`);
  await button(page, 'Sign in').waitFor();
}

test('each user sees their own past results, and a guest sees none of them', async () => {
  const [ann, bob] = [newCredentials(), newCredentials()];
  const { page } = await newPerson(await sharedBrowser());
  for (const who of [ann, bob]) await signUp(page, url, who);

  await signIn(page, url, ann);
  await keepAs(page, await storedUser(page));
  await page.goto(`${url}history`);
  await count(page, '1 measurement').waitFor();
  await signOut(page);

  await page.goto(`${url}history`);
  await heading(page, 'Past results').waitFor();
  await none(page).waitFor();
  await signIn(page, url, bob);
  await page.goto(`${url}history`);
  await heading(page, 'Past results').waitFor();
  await none(page).waitFor();
  await signOut(page);

  await signIn(page, url, ann);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await page.context().setOffline(true);
  await page.goto(`${url}history`);
  await count(page, '1 measurement').waitFor();
  // The page knows who is signed in only when there is a network.
  const signOutLink = page.getByRole('link', { name: 'Sign out' });
  expect(await signOutLink.isVisible()).toBe(false);
  await page.context().setOffline(false);
  await signOutLink.waitFor();
  await count(page, '1 measurement').waitFor();
});

test('a guest who asks to be forgotten is notified when the browser cannot delete past results', async () => {
  const { page } = await openReturning(await sharedBrowser(), { done: 'profile', result: OUTCOME });
  await page.goto(`${url}results`);
  await heading(page, 'Your results').waitFor();
  await keepAs(page, null);
  await page.evaluate(() => {
    IDBObjectStore.prototype.delete = () => {
      throw new DOMException('read only', 'UnknownError');
    };
  });
  await button(page, 'Forget me on this device').click();
  await button(page, 'Forget me').click();
  const told = page.getByRole('alertdialog', { name: 'This device has forgotten you' });
  await told.getByText(/Past results that you have saved on this device stay/).waitFor();
  await page.reload();
  await page.goto(`${url}history`);
  await count(page, '1 measurement').waitFor();
});
