// SPDX-License-Identifier: Apache-2.0
import type { FaceLandmarks } from '../face/landmarks.ts';

/** Finds one face in a frame. Runs in a worker; called for one frame at a time. */
export interface FaceTracker {
  /** Loads and warms up. Rejects when a file is missing. */
  load(): Promise<void>;
  /** Discards the face of earlier frames. */
  reset?(): Promise<void>;
  /** @returns the face, or undefined when there is none. The caller keeps ownership of the frame. */
  track(frame: VideoFrame): Promise<FaceLandmarks | undefined>;
}
