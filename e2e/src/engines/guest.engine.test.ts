// SPDX-License-Identifier: Apache-2.0
/** A guest in WebKit and in Firefox, on a phone's screen. */
import { describe, expect, test } from 'vitest';
import { cameraVideo } from '../camera-videos.ts';
import { sharedInstallation } from '../shared-installation.ts';
import { consent, fillProfile, measureRecording, outcomeOf } from './engine-guest.ts';
import { ENGINES, EVERY_BROWSER, inEngine, PHONE } from './engines.ts';

describe.each(ENGINES)('a guest in $engine', ({ launch, isMissing }) => {
  test.skipIf(isMissing)('goes from the consent to the results of a recording', async () => {
    const { url } = await sharedInstallation(EVERY_BROWSER);
    const video = await cameraVideo({ bpm: 72, breaths: 15 });
    await inEngine(launch, PHONE, async (page) => {
      await page.open(url);
      await consent(page);
      await fillProfile(page);
      await measureRecording(page, video);
      const { status, frames, channels } = await outcomeOf(page);
      expect(status).toBe('measured');
      expect(frames).toMatchObject({ seen: 900, dropped: 0 });
      const heartRate = channels['HR_BPM']?.value ?? 0;
      expect(Math.abs(heartRate - 72)).toBeLessThan(3);

      await page.see('heading', 'Your results');
      await page.see('heading', 'Heart rate');
      await expect.poll(page.text).toContain(String(Math.round(heartRate)));
    });
  });

  test.skipIf(isMissing)('opens the camera, then measures a recording', async () => {
    const { url } = await sharedInstallation(EVERY_BROWSER);
    const video = await cameraVideo({ bpm: 72, breaths: 15 });
    await inEngine(launch, PHONE, async (page) => {
      await page.open(url);
      await consent(page);
      await fillProfile(page);
      // The engine's own camera shows no face.
      await page.press('button', 'Start camera');
      await page.see('status', 'Place your face inside the ring.*');
      await page.press('button', 'Cancel');
      await page.see('button', 'Start camera');
      await measureRecording(page, video);
      const { status, frames, channels } = await outcomeOf(page);
      expect(status).toBe('measured');
      expect(frames).toMatchObject({ seen: 900, dropped: 0 });
      expect(Math.abs((channels['HR_BPM']?.value ?? 0) - 72)).toBeLessThan(3);
    });
  });
});
