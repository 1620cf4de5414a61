// SPDX-License-Identifier: Apache-2.0
/** What can go wrong while measuring, made at the real seam: the person hears what happened and goes on. */
import { setTimeout as sleep } from 'node:timers/promises';
import { MEASUREMENT } from '@perfuse/contract/limits';
import { beginMeasurement } from '@perfuse/measure/journey';
import { launchWithCamera, type Browser } from '@perfuse/rig';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cameraVideo, faceThatComesAndGoes } from '../camera-videos.ts';
import { cuttable, type Cuttable } from '../cuttable.ts';
import { outcomeOf, PROFILE, visit } from '../guest.ts';
import { install, type Installation } from '../installation.ts';
import { hide, readAndGoOn, start, tellCamera } from './screen.ts';

let installation: Installation;
let wire: Cuttable;
beforeAll(async () => {
  installation = await install();
  wire = await cuttable(installation.url);
});
afterAll(async () => {
  await wire.remove();
  await installation.remove();
});

test('a guest meets a hidden tab, a muted camera and a lost connection, and still measures', async () => {
  const browser: Browser = await launchWithCamera({
    video: await cameraVideo({ bpm: 72, breaths: 15 }),
  });
  try {
    const { page } = await visit(browser);
    await beginMeasurement(page, wire.url, PROFILE);
    await sleep(500);
    await hide(page, true);
    await hide(page, false);
    await readAndGoOn(page, 'The page was hidden', 'TAB_HIDDEN');

    await start(page);
    await tellCamera(page, 'mute');
    await readAndGoOn(page, 'The camera stopped', 'CAMERA_STOPPED');

    await start(page);
    await sleep(7000);
    wire.cut();
    await page.getByText('The connection dropped.').waitFor({ timeout: 3000 });
    await sleep(5000);
    wire.mend();
    await page.getByText('Breathe normally').waitFor({ timeout: 5000 });
    await page.waitForURL(/\/results$/, { timeout: 60_000 });
    const outcome = await outcomeOf(page);
    expect(outcome.status).toBe('measured');
    expect(Math.abs((outcome.channels['HR_BPM']?.value ?? 0) - 72)).toBeLessThan(3);
    expect(outcome.frames.seen).toBeGreaterThan(15 * MEASUREMENT.durationS);
  } finally {
    await browser.close();
  }
});

test('a face that is not there is asked for; one that leaves ends the measurement', async () => {
  const browser = await launchWithCamera({
    video: await faceThatComesAndGoes({ emptyS: 3, faceS: 9 }),
  });
  try {
    const { page } = await visit(browser);
    const asked = page
      .getByRole('status')
      .getByText('Bring your face into the ring.')
      .waitFor({ timeout: 60_000 });
    await beginMeasurement(page, installation.url, PROFILE);
    await asked;
    await readAndGoOn(page, 'Your face left the picture', 'FACE_LOST');
  } finally {
    await browser.close();
  }
});
