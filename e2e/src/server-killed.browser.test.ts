// SPDX-License-Identifier: Apache-2.0
/** Killing the server during a measurement loses no finished one, and the app reports what happened. */
import { z } from '@perfuse/contract/schema';
import { launchWithCamera, type Browser } from '@perfuse/browser-harness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cameraVideo } from './camera-videos.ts';
import { measureRecording, outcomeOf, RECORDINGS, visit } from './guest.ts';
import { install, type Installation } from './installation.ts';
import { onChunkStored, start } from './measurement/screen.ts';

let installation: Installation;
let browser: Browser;
/** A face, used both as a recording and as the camera's picture. */
let video: string;
beforeAll(async () => {
  installation = await install(RECORDINGS);
  video = await cameraVideo({ bpm: 72, breaths: 15 });
  browser = await launchWithCamera({ video });
});
afterAll(async () => {
  await browser.close();
  await installation.remove();
});

const statusAnswer = z.object({ ID: z.string(), StatusID: z.string() });

test('a killed server ends the measurement with a message, keeps finished ones, and a new one can be started', async () => {
  const { page } = await visit(browser);
  let authorization = '';
  page.on('request', (request) => {
    authorization = request.headers()['authorization'] ?? authorization;
  });

  let stored = 0;
  // One measurement is finished before the crash.
  await measureRecording(page, installation.url, video);
  const finished = await outcomeOf(page);
  expect(finished.status).toBe('measured');
  expect(finished.measurementId).not.toBeNull();

  onChunkStored(page, () => (stored += 1));
  // By key, because parts of the results appear one after the other and would move a pointer's target.
  await page.getByRole('button', { name: 'Measure again' }).first().press('Enter');
  // The recording is shown again, until the camera is chosen.
  await page.getByRole('button', { name: 'Start camera' }).click();
  await page.getByRole('button', { name: 'Use the camera', disabled: false }).click();
  await start(page);
  await expect.poll(() => stored, { timeout: 120_000 }).toBeGreaterThan(0);
  await installation.kill();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await dialog.first().waitFor({ timeout: 90_000 });
  expect(await dialog.first().innerText()).toMatch(/connection|network|server|reach/i);
  const ended = await outcomeOf(page);
  expect(ended.status).toBe('failed');
  expect(ended.error).toBe('NETWORK_ERROR');

  await installation.start();
  const answer = await fetch(
    new URL(`measurements/${finished.measurementId ?? ''}`, installation.analysisUrl),
    { headers: { authorization } },
  );
  expect(answer.status).toBe(200);
  expect(statusAnswer.parse(await answer.json()).StatusID).toBe('COMPLETE');

  // The person can go on: the camera can be started again on the restarted server.
  await dialog
    .getByRole('button', { name: /measure again|try again|ok/i })
    .first()
    .click();
  await page
    .getByRole('button', { name: /Start camera|Start measurement/ })
    .first()
    .waitFor({ timeout: 30_000 });
});
