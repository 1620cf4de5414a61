// SPDX-License-Identifier: Apache-2.0
/** A camera that pages may set, as a phone's in Chrome: the camera of a headless browser that films a file is not. */
import type { Page } from '@perfuse/browser-harness';

declare global {
  interface Window {
    /** What the page set so far, one text for each call. */
    setOfCamera?: string[];
  }
}

/** From the next page on. It notes what is set, and shows the same picture. */
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
