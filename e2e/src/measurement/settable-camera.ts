// SPDX-License-Identifier: Apache-2.0
/** A camera with settings that pages can change, as on phones in Chrome; a headless browser's file camera has none. */
import type { Page } from '@perfuse/browser-harness';

declare global {
  interface Window {
    /** Settings made by the page so far, one text for each call. */
    setOfCamera?: string[];
  }
}

/** Takes effect from the next page on. Records the settings; the picture does not change. */
export async function withSettableCamera(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const set: string[] = [];
    window.setOfCamera = set;
    const state: Record<string, unknown> = {
      exposureMode: 'continuous',
      exposureTime: 200,
      whiteBalanceMode: 'continuous',
      focusMode: 'continuous',
    };
    const modes = ['continuous', 'manual'];
    const exposureTime = { min: 10, max: 5000, step: 10 };
    const can: object = {
      ...{ exposureMode: modes, whiteBalanceMode: modes, focusMode: modes, exposureTime },
    };
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      for (const track of stream.getVideoTracks()) {
        const settings = track.getSettings.bind(track);
        track.getSettings = () => ({ ...settings(), ...state });
        track.getCapabilities = () => can;
        track.applyConstraints = (wishes) => {
          set.push(JSON.stringify(wishes?.advanced));
          for (const group of wishes?.advanced ?? []) Object.assign(state, group);
          return Promise.resolve();
        };
      }
      return stream;
    };
  });
}
