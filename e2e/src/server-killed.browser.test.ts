// SPDX-License-Identifier: Apache-2.0
/** Killing the server in the middle of a measurement loses no finished one, and the app says what happened. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from '@perfuse/contract/schema';
import { beginMeasurement } from '@perfuse/measure/journey';
import { launchWithCamera, type Browser } from '@perfuse/rig';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cameraVideo } from './camera-videos.ts';
import { outcomeOf, PROFILE, visit } from './guest.ts';
import { install, type Installation } from './installation.ts';

let installation: Installation;
let browser: Browser;
beforeAll(async () => {
  installation = await install();
  browser = await launchWithCamera({ video: await cameraVideo({ bpm: 66, breaths: 15 }) });
});
afterAll(async () => {
  await browser.close();
  await installation.remove();
});

const statusAnswer = z.object({ ID: z.string(), StatusID: z.string() });

test('a server that dies for good ends the measurement with an explanation and a way on', async () => {
  const { page } = await visit(browser);
  let authorization = '';
  page.on('request', (request) => {
    authorization = request.headers()['authorization'] ?? authorization;
  });

  // One measurement is finished before the crash.
  await beginMeasurement(page, installation.url, PROFILE);
  const finished = await outcomeOf(page);
  expect(finished.status).toBe('measured');
  expect(finished.measurementId).not.toBeNull();

  await page.getByRole('button', { name: 'Measure again' }).first().click();
  await page.getByRole('button', { name: 'Start camera' }).click();
  await page.getByRole('button', { name: 'Start measurement' }).click({ timeout: 30_000 });
  await sleep(8000);
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

  // The way on works: the camera can be started again on the restarted server.
  await dialog
    .getByRole('button', { name: /measure again|try again|ok/i })
    .first()
    .click();
  await page
    .getByRole('button', { name: /Start camera|Start measurement/ })
    .first()
    .waitFor({ timeout: 30_000 });
});
