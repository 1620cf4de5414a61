// SPDX-License-Identifier: Apache-2.0
import type { TrackerName } from '../api.ts';
import type { FaceTracker } from './face-tracker.ts';
import { createMediapipeTracker } from './mediapipe.ts';

/** Makers by name. Each may use `fetch`, which answers only from the list of its own files. */
export const TRACKERS: Readonly<Record<TrackerName, () => FaceTracker>> = {
  mediapipe: createMediapipeTracker,
};
