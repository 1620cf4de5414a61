// SPDX-License-Identifier: Apache-2.0
import type { createCapture } from '@perfuse/capture';

/** What the page is asked to do. */
export interface CapturePlan {
  readonly chunkCount: number;
  readonly chunkS: number;
  readonly width: number;
  readonly height: number;
  /** Address of a recording to read frame by frame, instead of a camera that plays it. */
  readonly recording?: string;
  /** Record only once a face has been there for a while. @default true */
  readonly waitForFace?: boolean;
  /** Read frames through a video element, as a browser without a track processor does. @default false */
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

/** What the page saw; plain JSON, so that it can be handed to the driver. */
export interface CaptureReport {
  readonly prepareMs: number;
  /** From attaching the camera to the first face; 0 when not waited for. */
  readonly firstFaceMs: number;
  readonly trackMs: readonly number[];
  readonly copyMs: readonly number[];
  readonly extractMs: readonly number[];
  /** Tasks of 50 ms and more on the main thread while recording. */
  readonly longTasksMs: readonly number[];
  readonly facesFound: number;
  readonly facesMissed: number;
  readonly frames: number;
  readonly dropped: number;
  readonly framesPerS: number;
  readonly chunks: readonly CapturedChunk[];
  /** Every address the page and its workers asked for. */
  readonly requests: readonly string[];
  /** Where the face was in the last frame. */
  readonly lastPose: Readonly<Record<'yaw' | 'pitch' | 'roll' | 'width' | 'luma', number>>;
}

declare global {
  interface Window {
    runCapture?: (plan: CapturePlan) => Promise<CaptureReport>;
    /** For tests that drive a capture themselves. */
    createCapture?: typeof createCapture;
  }
}
