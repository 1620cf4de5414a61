// SPDX-License-Identifier: Apache-2.0
import type { FaceLandmarks } from '../face/landmarks.ts';

/** Finds one face in a frame. Lives in a worker; asked for one frame at a time. */
export interface FaceTracker {
  /** Loads and warms up. Rejects when a file is missing. */
  load(): Promise<void>;
  /** Forgets the face of the frames before. */
  reset?(): Promise<void>;
  /** @returns the face, or undefined when there is none. The frame stays the caller's. */
  track(frame: VideoFrame): Promise<FaceLandmarks | undefined>;
}
