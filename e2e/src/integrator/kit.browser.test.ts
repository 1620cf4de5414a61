// SPDX-License-Identifier: Apache-2.0
/**
 * The integrator's example as a real peer. It sends a person into the app in a frame, and receives its messages, the
 * encrypted results and the signed events.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cameraVideo } from '../camera-videos.ts';
import { DESKTOP, visit } from '../guest.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import { startKit, type Kit } from './kit.ts';

let kit: Kit;
beforeAll(async () => {
  kit = await startKit({ cameraAutoStart: true, measurementAutoStart: true });
});
afterAll(async () => {
  await closeContexts();
  await kit.remove();
});

test('the app in a frame measures and notifies the embedding page, and its results arrive and are decrypted', async () => {
  const { page, traffic } = await visit(await sharedBrowser(), DESKTOP);
  await page.goto(kit.example);
  await page.getByText('In a frame', { exact: true }).click();
  await page.getByRole('button', { name: 'Measure' }).click();
  const messages = page.locator('#messages');
  await messages.getByText('ready', { exact: true }).waitFor();
  const frame = page.frameLocator('iframe');
  const video = await cameraVideo({ bpm: 72, breaths: 15 });
  // The measurement starts by itself.
  await frame.getByLabel('Use a recording').setInputFiles(video);
  await messages.getByText('measurement-started').first().waitFor({ timeout: 120_000 });

  await page.waitForURL(/\/visits\//, { timeout: 240_000 });
  await page.getByRole('heading', { name: 'Results' }).waitFor();
  // The final address no longer carries them.
  expect(new URL(page.url()).search).toBe('');
  const tile = page.locator('.tile', { hasText: 'Heart rate' }).first();
  expect(Math.abs(parseInt(await tile.locator('dd').innerText(), 10) - 72)).toBeLessThan(3);
  await page.getByText('decrypted here').waitFor();

  const events = page.locator('[data-live]');
  for (const name of ['MEASUREMENT_STARTED', 'RESULTS_RECEIVED', 'REDIRECTING_TO_CALLBACK']) {
    await events.getByText(name).first().waitFor({ timeout: 30_000 });
  }
  expect(traffic.complaints.filter((text) => /policy/i.test(text))).toEqual([]);
});
