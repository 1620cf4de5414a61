// SPDX-License-Identifier: Apache-2.0
import type { Capture, CaptureOptions, Prepared } from '@perfuse/capture';
import type { TrackerChoice } from './tracker-choice.ts';

/** Keeps one capture loaded and warm from the preload screen to the measurement. */
export interface WarmCapture {
  /** The tracker from now on; one that is warm with another is given up. */
  readonly choose: (choice: TrackerChoice) => void;
  /**
   * Starts workers, wasm and models ahead of their use.
   * @returns how that went; null when a capture is in use already.
   * @throws CaptureError
   */
  readonly warm: () => Promise<Prepared | null>;
  /** Hands over the warm capture, or one that has yet to be prepared. It is the caller's from then on. */
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
        // The next one who needs it tries anew.
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
