// SPDX-License-Identifier: Apache-2.0
import type { createCapture } from '@perfuse/capture';

/** The page's task. */
export interface CapturePlan {
  readonly chunkCount: number;
  readonly chunkS: number;
  readonly width: number;
  readonly height: number;
  /** URL of a recording to read frame by frame, instead of a camera that plays it. */
  readonly recording?: string;
  /** Record only after a face has been present for a while. @default true */
  readonly waitForFace?: boolean;
  /** Read frames through a video element, as in a browser without a track processor. @default false */
  readonly withoutProcessor?: boolean;
}

export interface CapturedChunk {
  readonly index: number;
  /** Base64. */
  readonly payload: string;
  readonly frames: number;
  readonly dropped: number;
  readonly faceShare: number;
}

/** The page's observations; plain JSON, so that they can be passed to the driver. */
export interface CaptureReport {
  readonly prepareMs: number;
  /** From attaching the camera to the first face; 0 when not awaited. */
  readonly firstFaceMs: number;
  readonly trackMs: readonly number[];
  readonly copyMs: readonly number[];
  readonly extractMs: readonly number[];
  /** Tasks of 50 ms or more on the main thread while recording. */
  readonly longTasksMs: readonly number[];
  readonly facesFound: number;
  readonly facesMissed: number;
  readonly frames: number;
  readonly dropped: number;
  readonly framesPerS: number;
  readonly chunks: readonly CapturedChunk[];
  /** Every URL that the page and its workers requested. */
  readonly requests: readonly string[];
  /** Pose of the face in the last frame. */
  readonly lastPose: Readonly<Record<'yaw' | 'pitch' | 'roll' | 'width' | 'luma', number>>;
}

declare global {
  interface Window {
    runCapture?: (plan: CapturePlan) => Promise<CaptureReport>;
    /** For tests that control a capture themselves. */
    createCapture?: typeof createCapture;
  }
}
