// SPDX-License-Identifier: Apache-2.0
/**
 * A face in front of a live camera, in Firefox. WebKitGTK has no such test: the stream of a canvas stops there after two
 * frames, and nothing else can replace its camera.
 */
import { expect, test } from 'vitest';
import { cameraVideo } from '../camera-videos.ts';
import { sharedInstallation } from '../shared-installation.ts';
import { consent, fillProfile, outcomeOf } from './engine-guest.ts';
import { EVERY_BROWSER, FIREFOX, inEngine, PHONE } from './engines.ts';
import { playAsCamera } from './phantom-camera.ts';

test.skipIf(FIREFOX.isMissing)(
  'a face in front of a live camera is measured, or refused because of lost frames',
  async ({ annotate }) => {
    const { url } = await sharedInstallation(EVERY_BROWSER);
    const video = await cameraVideo({ bpm: 72, breaths: 15 });
    await inEngine(FIREFOX.launch, PHONE, async (page) => {
      await page.open(url);
      await consent(page);
      await fillProfile(page);
      await playAsCamera(page.driver, video);
      await page.press('button', 'Start camera');
      await page.press('button', 'Start measurement');
      const { status, frames, channels } = await outcomeOf(page);
      const heartRate = channels['HR_BPM']?.value ?? null;
      await annotate(
        `${page.driver.version}: ${String(frames.seen)} frames read, ${String(frames.dropped)} lost, ` +
          `${status}, heart rate ${String(heartRate)}`,
      );
      expect(frames.seen).toBeGreaterThan(0);
      // A number is either right or missing, however busy the machine is.
      if (heartRate === null) expect(frames.dropped).toBeGreaterThan(0);
      else expect(Math.abs(heartRate - 72)).toBeLessThan(4);
    });
  },
);
