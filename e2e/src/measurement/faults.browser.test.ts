// SPDX-License-Identifier: Apache-2.0
/** Faults during a measurement, injected at the real interface: the person is informed and can go on. */
import { MEASUREMENT } from '@perfuse/contract/limits';
import { beginMeasurement } from '@perfuse/measure/journey';
import { launchWithCamera, type Browser } from '@perfuse/browser-harness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cameraVideo, faceThatComesAndGoes } from '../camera-videos.ts';
import { tcpRelay, type TcpRelay } from '../tcp-relay.ts';
import { outcomeOf, PROFILE, RECORDINGS, startRecording, visit } from '../guest.ts';
import { install, type Installation } from '../installation.ts';
import { hide, onChunkStored, expectFailure, start, dispatchCameraEvent } from './screen.ts';

let installation: Installation;
let relay: TcpRelay;
beforeAll(async () => {
  installation = await install(RECORDINGS);
  relay = await tcpRelay(installation.url);
});
afterAll(async () => {
  await relay.close();
  await installation.remove();
});

test('a guest can still measure after a hidden tab, a muted camera and a lost connection', async () => {
  const video = await cameraVideo({ bpm: 72, breaths: 15 });
  const browser: Browser = await launchWithCamera({ video });
  try {
    const { page } = await visit(browser);
    await beginMeasurement(page, relay.url, PROFILE);
    await page.getByRole('heading', { name: 'Measuring started' }).waitFor();
    await hide(page, true);
    await hide(page, false);
    await expectFailure(page, 'The page was hidden', 'TAB_HIDDEN');

    await start(page);
    await dispatchCameraEvent(page, 'mute');
    await expectFailure(page, 'The camera stopped', 'CAMERA_STOPPED');

    let stored = 0;
    onChunkStored(page, () => (stored += 1));
    await startRecording(page, video);
    await expect.poll(() => stored, { timeout: 120_000 }).toBeGreaterThan(0);
    relay.disconnect();
    await page.getByText('The connection dropped.').waitFor();
    relay.reconnect();
    await page.waitForURL(/\/results$/, { timeout: 240_000 });
    const outcome = await outcomeOf(page);
    expect(outcome.status).toBe('measured');
    expect(Math.abs((outcome.channels['HR_BPM']?.value ?? 0) - 72)).toBeLessThan(3);
    expect(outcome.frames).toMatchObject({ seen: 30 * MEASUREMENT.durationS, dropped: 0 });
  } finally {
    await browser.close();
  }
});

test('a missing face is requested; one that leaves the picture ends the measurement', async () => {
  const browser = await launchWithCamera({
    video: await faceThatComesAndGoes({ emptyS: 3, faceS: 9 }),
  });
  try {
    const { page } = await visit(browser);
    const asked = page
      .getByRole('status')
      .getByText('Place your face inside the ring.')
      .waitFor({ timeout: 120_000 });
    await beginMeasurement(page, installation.url, PROFILE);
    await asked;
    await expectFailure(page, 'Your face left the picture', 'FACE_LOST');
  } finally {
    await browser.close();
  }
});
