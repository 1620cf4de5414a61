// SPDX-License-Identifier: Apache-2.0
import { CameraFault } from './camera-fault.ts';

/** A video file that plays where a camera would stand. */
export interface OpenRecording {
  /** Plays; its frames are what is measured. */
  readonly video: HTMLVideoElement;
  /** The picture for the screen. */
  readonly stream: MediaStream;
  /** Width over height. */
  readonly aspect: number;
  readonly close: () => void;
}

type Captures = HTMLVideoElement & { captureStream(): MediaStream };

/** Absent in Safari, and not in the type library. */
const canCapture = (video: HTMLVideoElement): video is Captures =>
  typeof Reflect.get(video, 'captureStream') === 'function';

function playable(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve, reject) => {
    video.addEventListener('loadeddata', () => resolve(), { once: true });
    video.addEventListener(
      'error',
      () => reject(new CameraFault('other', 'This browser cannot play the recording.')),
      { once: true },
    );
  });
}

/**
 * Opens a recording and plays it over and over until a measurement starts it from its beginning.
 * @throws CameraFault when this browser cannot play it.
 */
export async function openRecording(file: Blob): Promise<OpenRecording> {
  const video = document.createElement('video');
  const address = URL.createObjectURL(file);
  const close = (): void => {
    video.pause();
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(address);
  };
  try {
    video.muted = true;
    video.playsInline = true;
    video.loop = true;
    const ready = playable(video);
    video.src = address;
    await ready;
    if (!canCapture(video)) throw new CameraFault('other', 'This browser shows no recordings.');
    const stream = video.captureStream();
    await video.play();
    return { video, stream, aspect: video.videoWidth / video.videoHeight, close };
  } catch (cause) {
    close();
    throw cause;
  }
}

/** Why a file is no recording that can be measured; null when it is one. @param needS s of video. */
export async function recordingFault(
  file: Blob,
  needS: number,
): Promise<'unreadable' | 'too-short' | null> {
  const video = document.createElement('video');
  const address = URL.createObjectURL(file);
  try {
    video.muted = true;
    video.preload = 'auto';
    const ready = playable(video);
    video.src = address;
    await ready;
    if (video.videoWidth === 0) return 'unreadable';
    // Recordings that a browser made do not say how long they are.
    return Number.isFinite(video.duration) && video.duration < needS ? 'too-short' : null;
  } catch {
    return 'unreadable';
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(address);
  }
}
