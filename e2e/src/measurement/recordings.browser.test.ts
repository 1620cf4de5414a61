// SPDX-License-Identifier: Apache-2.0
/** Recordings in place of the camera. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chooseRecording, goToCamera, reachCamera } from '@perfuse/measure/journey';
import { type Page } from '@perfuse/browser-harness';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cameraVideo } from '../camera-videos.ts';
import { measureRecording, outcomeOf, PROFILE, RECORDINGS, visit } from '../guest.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import { sharedInstallation, type SharedInstallation } from '../shared-installation.ts';

const directory = temporaryDirectory('recordings');
let installation: SharedInstallation;
beforeAll(async () => {
  installation = await sharedInstallation(RECORDINGS);
});
afterAll(async () => {
  await closeContexts();
  directory.remove();
});

test('a still face without a pulse gets no heart rate', async () => {
  const { page } = await visit(await sharedBrowser());
  const video = await cameraVideo({ amplitude: 0, sway: 0 });
  await measureRecording(page, installation.url, video);
  const outcome = await outcomeOf(page);
  expect(outcome.status).toBe('refused');
  expect(outcome.channels['HR_BPM']?.value ?? null).toBeNull();
  await page
    .getByRole('button', { name: /try again|measure again/i })
    .first()
    .waitFor();
});

/** Opens a page on the measurement screen. */
async function atCamera(): Promise<Page> {
  const { page } = await visit(await sharedBrowser());
  await reachCamera(page, installation.url, PROFILE);
  return page;
}

test('a file that is no video, and a video that is too short, are refused with the reason', async () => {
  const page = await atCamera();
  const broken = path.join(directory.path, 'broken.mp4');
  await writeFile(broken, 'not a video');
  expect(await chooseRecording(page, broken)).toBe('unreadable');
  expect(await chooseRecording(page, await cameraVideo({ seconds: 10 }))).toBe('too-short');
  await page.getByText('That video is too short. It must be at least 31 seconds long.').waitFor();
  // The camera is still the source.
  await page.getByRole('button', { name: 'Start camera' }).waitFor();
});

test('a recording is shown while a face is searched for, and the camera can be used afterwards', async () => {
  const page = await atCamera();
  expect(await chooseRecording(page, await cameraVideo({ bpm: 72, breaths: 15 }))).toBeNull();
  await page.getByText(/^Recording: .+\.y4m$/).waitFor();
  await page.getByRole('button', { name: 'Start measurement', disabled: false }).waitFor();
  const shown = page.locator('video').first();
  const colours = (): Promise<number> =>
    shown.evaluate((video: HTMLVideoElement) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
      const context = canvas.getContext('2d');
      context?.drawImage(video, 0, 0);
      const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      return new Set(data).size;
    });
  await expect.poll(colours).toBeGreaterThan(20);
  await page.getByRole('button', { name: 'Use the camera' }).click();
  await page.getByRole('button', { name: 'Use a recording' }).waitFor();
  await expect.poll(() => page.getByText(/^Recording: /).count()).toBe(0);
});

test('a recording is removed when the person asks to be forgotten', async () => {
  const page = await atCamera();
  expect(await chooseRecording(page, await cameraVideo({ bpm: 72, breaths: 15 }))).toBeNull();
  await page.getByText(/^Recording: .+\.y4m$/).waitFor();
  await page.getByRole('link', { name: 'My profile' }).click();
  await page.getByRole('button', { name: 'Forget me on this device' }).click();
  const asked = page.getByRole('alertdialog');
  await asked.getByRole('button', { name: 'Forget me' }).click();
  await asked.getByRole('button', { name: 'OK' }).click();
  await goToCamera(page, PROFILE);
  await page.getByRole('button', { name: 'Start camera' }).click();
  await page.getByRole('button', { name: 'Use a recording' }).waitFor();
  await expect.poll(() => page.locator('video').count()).toBe(1);
  expect(await page.getByText(/^Recording: /).count()).toBe(0);
});
