// SPDX-License-Identifier: Apache-2.0
/** From the sign-up to the first measurement, which is kept in the history until consent is withdrawn. */
import { launchWithCamera, type Browser, type Page } from '@perfuse/browser-harness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heading } from '../elements.ts';
import { accessibilityFindings } from '../accessibility.ts';
import { cameraVideo } from '../camera-videos.ts';
import { measureRecording, outcomeOf, RECORDINGS } from '../guest.ts';
import { install, type Installation } from '../installation.ts';
import { watchTraffic } from '../traffic.ts';
import { atCameraConsent, enter, newPerson, signUp, newCredentials } from './person.ts';
import { withdraw } from './withdraw.ts';

let installation: Installation;
let browser: Browser;
beforeAll(async () => {
  installation = await install({ PERFUSE_SIGN_IN: 'on', ...RECORDINGS });
  browser = await launchWithCamera();
});
afterAll(async () => {
  await browser.close();
  await installation.remove();
});

/** Follows the access token that the page sends, to query the service in its session. */
function sessionOf(page: Page) {
  let authorization = '';
  page.on('request', (request) => {
    authorization = request.headers()['authorization'] ?? authorization;
  });
  const ask = async (path: string): Promise<{ status: number; text: string }> => {
    const address = new URL(path, installation.url);
    const answer = await fetch(address, { headers: { authorization } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    return { status: answer.status, text: await answer.text() };
  };
  return { ask };
}

test('a newcomer measures and finds the result in the history, and withdrawing consent deletes it', async () => {
  const { page, traffic } = await newPerson(browser);
  const who = newCredentials();
  const session = sessionOf(page);
  await signUp(page, installation.url, who);
  await enter(page, who);
  await atCameraConsent(page);
  await measureRecording(page, installation.url, await cameraVideo({ bpm: 72, breaths: 15 }));
  const outcome = await outcomeOf(page);
  expect(outcome.status).toBe('measured');
  await page.waitForURL(/\/results$/);
  const shown = String(Math.round(outcome.channels['HR_BPM']?.value ?? 0));

  await page.getByRole('link', { name: 'My profile' }).first().click();
  await page.getByRole('link', { name: 'Past results' }).click();
  await heading(page, 'Past results').waitFor();
  await page.getByRole('heading', { name: '1 measurement', exact: true }).waitFor();
  expect(await page.getByRole('definition').first().innerText()).toBe(`${shown} bpm`);
  expect(await accessibilityFindings(page)).toEqual([]);
  const kept = await session.ask('api/history');
  const id = /"ID":"([\w-]+)"/.exec(kept.text)?.[1] ?? '';
  expect(id).not.toBe('');

  // Another signed-in person gets none of it.
  const other = await newPerson(browser);
  const stranger = sessionOf(other.page);
  const them = newCredentials();
  await signUp(other.page, installation.url, them);
  await enter(other.page, them);
  await atCameraConsent(other.page);
  for (const path of [`api/history/${id}`, `analysis/measurements/${id}`]) {
    expect((await session.ask(path)).status).toBe(200);
    expect((await stranger.ask(path)).status).toBe(404);
  }
  await other.page.context().close();

  // Nothing of it is left in the browser for a script or the next person to find.
  const stored = await page.evaluate(async () => {
    const caches = await window.caches.keys();
    const requests = await Promise.all(
      caches.map(async (name) => (await window.caches.open(name)).keys()),
    );
    return {
      texts: JSON.stringify([localStorage, sessionStorage, document.cookie]),
      cached: requests.flat().map(({ url }) => new URL(url).pathname),
    };
  });
  expect(stored.texts).not.toMatch(/eyJ[\w-]{10}/);
  expect(stored.texts).not.toContain(who.password);
  expect(stored.cached.filter((path) => /^\/(?:api|analysis)/.test(path))).toEqual([]);
  for (const cookie of await page.context().cookies()) {
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api' });
  }
  for (const { url } of traffic.requests) expect(url.href).not.toMatch(/eyJ[\w-]{10}/);
  expect(traffic.complaints).toEqual([]);

  await page.goBack();
  await withdraw(page);
  await atCameraConsent(page);
  const left = await session.ask('api/history');
  expect(left.text).toContain('"total":0');
  expect((await session.ask(`analysis/measurements/${id}`)).status).toBe(404);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('HR_BPM');
  expect(installation.output()).not.toMatch(/eyJ[\w-]{10}|@example\.org|HR_BPM/);
});

test('an altered session cookie signs nobody in, and the history is not even requested', async () => {
  const { page } = await newPerson(browser);
  const who = newCredentials();
  await signUp(page, installation.url, who);
  await enter(page, who);
  await atCameraConsent(page);
  const context = page.context();
  const cookies = await context.cookies();
  const session = cookies.find(({ name }) => name === 'perfuse_session');
  if (session === undefined) throw new Error('There is no session cookie.');
  const at = session.value.length - 4;
  const altered = `${session.value.slice(0, at)}${session.value[at] === 'A' ? 'B' : 'A'}${session.value.slice(at + 1)}`;
  await context.addCookies([{ ...session, value: altered }]);
  await page.goto(installation.url);
  await heading(page, 'Sign in').waitFor();
  const again = await context.newPage();
  const traffic = watchTraffic(again);
  await again.goto(`${installation.url}history`);
  await heading(again, 'Sign in').waitFor();
  expect(traffic.requests.some(({ url }) => url.pathname === '/api/history')).toBe(false);
});
