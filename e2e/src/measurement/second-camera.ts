// SPDX-License-Identifier: Apache-2.0
/** A second camera beside the browser's own: headless browsers that film a file have only one. */
import type { Page } from '@perfuse/browser-harness';

export const SECOND_CAMERA = 'Second camera';

declare global {
  interface Window {
    /** Removes the second camera, as unplugging it does. */
    unplugSecondCamera?: () => void;
    /** Constraints that the page has requested of cameras so far. */
    askedOfCameras?: MediaTrackConstraints[];
  }
}

/** Takes effect from the next page on. The second camera shows the picture of the first one. */
export async function withSecondCamera(page: Page): Promise<void> {
  await page.addInitScript((label) => {
    const ID = 'second';
    const { mediaDevices } = navigator;
    const list = mediaDevices.enumerateDevices.bind(mediaDevices);
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    const asked: MediaTrackConstraints[] = [];
    const tracks: MediaStreamTrack[] = [];
    let isPlugged = true;
    window.askedOfCameras = asked;
    window.unplugSecondCamera = () => {
      isPlugged = false;
      for (const track of tracks) track.dispatchEvent(new Event('ended'));
      mediaDevices.dispatchEvent(new Event('devicechange'));
    };
    mediaDevices.enumerateDevices = async () => {
      const devices = await list();
      const first = devices.find(({ kind }) => kind === 'videoinput');
      if (first === undefined || !isPlugged) return devices;
      // Names and ids are hidden until the camera is allowed.
      const isKnown = first.deviceId !== '';
      const second = {
        deviceId: isKnown ? ID : '',
        label: isKnown ? label : '',
        groupId: '',
        kind: 'videoinput' as const,
        toJSON: () => ({}),
      };
      return [...devices, second];
    };
    mediaDevices.getUserMedia = async (constraints) => {
      const video = typeof constraints?.video === 'object' ? constraints.video : {};
      asked.push(video);
      if (!JSON.stringify(video.deviceId ?? '').includes(ID)) return await open(constraints);
      const first = { ...video };
      delete first.deviceId;
      const stream = await open({ ...constraints, video: first });
      for (const track of stream.getVideoTracks()) {
        const settings = track.getSettings.bind(track);
        track.getSettings = () => ({ ...settings(), deviceId: ID });
        tracks.push(track);
      }
      return stream;
    };
  }, SECOND_CAMERA);
}
