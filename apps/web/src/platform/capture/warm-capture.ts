// SPDX-License-Identifier: Apache-2.0
import type { Capture, CaptureOptions, Prepared } from '@perfuse/capture';
import type { TrackerChoice } from './tracker-choice.ts';

/** Keeps one capture loaded and warm from the preload screen to the measurement. */
export interface WarmCapture {
  /** Sets the tracker; a capture that is warm with another is closed. */
  readonly choose: (choice: TrackerChoice) => void;
  /**
   * Starts workers, wasm and models before they are needed.
   * @returns the result; null when a capture is already in use.
   * @throws CaptureError
   */
  readonly warm: () => Promise<Prepared | null>;
  /** Hands over the warm capture, or one that is not yet prepared. The caller then owns it. */
  readonly take: () => Capture;
}

export function createWarmCapture(create: (options: CaptureOptions) => Capture): WarmCapture {
  let choice: TrackerChoice = { tracker: 'mediapipe' };
  let warm: Capture | null = null;
  let inUse = false;

  return {
    choose: (next) => {
      const isSame =
        next.tracker === choice.tracker &&
        next.visage?.baseUrl === choice.visage?.baseUrl &&
        next.learned?.baseUrl === choice.learned?.baseUrl;
      choice = next;
      if (isSame) return;
      warm?.close();
      warm = null;
    },
    warm: async () => {
      if (inUse) return null;
      const mine = (warm ??= create(choice));
      try {
        return await mine.prepare();
      } catch (error) {
        // The next caller tries again.
        if (warm === mine) warm = null;
        throw error;
      }
    },
    take: () => {
      inUse = true;
      const taken = warm ?? create(choice);
      warm = null;
      return taken;
    },
  };
}
