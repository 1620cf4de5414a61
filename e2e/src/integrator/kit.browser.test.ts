// SPDX-License-Identifier: Apache-2.0
/**
 * Films: the integrator's example as a real peer. It sends a person into the app in a frame, hears its messages, and gets
 * the encrypted results and the signed events.
 */
import { launchWithCamera, type Browser } from '@perfuse/rig';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cameraVideo } from '../camera-videos.ts';
import { DESKTOP, visit } from '../guest.ts';
import { startKit, type Kit } from './kit.ts';

let kit: Kit;
let browser: Browser;
beforeAll(async () => {
  const video = await cameraVideo({ bpm: 66, breaths: 15 });
  [kit, browser] = await Promise.all([
    startKit({ cameraAutoStart: true, measurementAutoStart: true }),
    launchWithCamera({ video }),
  ]);
});
afterAll(async () => {
  await browser.close();
  await kit.remove();
});

test('the app in a frame measures, tells the page around, and its results arrive decrypted', async () => {
  const { page, traffic } = await visit(browser, DESKTOP);
  await page.goto(kit.example);
  await page.getByText('In a frame').click();
  await page.getByRole('button', { name: 'Measure' }).click();
  const messages = page.locator('#messages');
  await messages.getByText('ready', { exact: true }).waitFor();
  const frame = page.frameLocator('iframe');
  // The camera opens by itself on phones alone; the measurement starts so everywhere.
  await frame.getByRole('button', { name: 'Start camera' }).click();
  await messages.getByText('measurement-started').first().waitFor({ timeout: 60_000 });

  await page.waitForURL(/\/visits\//, { timeout: 90_000 });
  await page.getByRole('heading', { name: 'Results' }).waitFor();
  // The address that carried them is left behind.
  expect(new URL(page.url()).search).toBe('');
  const tile = page.locator('.tile', { hasText: 'Heart rate' }).first();
  expect(Math.abs(parseInt(await tile.locator('dd').innerText(), 10) - 66)).toBeLessThan(3);
  await page.getByText('they were decrypted here').waitFor();

  const events = page.locator('[data-live]');
  for (const name of ['MEASUREMENT_STARTED', 'RESULTS_RECEIVED', 'REDIRECTING_TO_CALLBACK']) {
    await events.getByText(name).first().waitFor({ timeout: 30_000 });
  }
  expect(traffic.complaints.filter((text) => /policy/i.test(text))).toEqual([]);
});
