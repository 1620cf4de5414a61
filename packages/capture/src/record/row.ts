// SPDX-License-Identifier: Apache-2.0
import type { RegionId } from '@perfuse/contract/payload/regions';
import type { Measured, Rgb } from '@perfuse/extractor';
import type { ChestReading } from '../face/chest.ts';
import type { FacePose } from '../face/pose.ts';
import type { LearnedReading } from '../learned/face-reader.ts';

/** One frame, reduced to numbers. */
export interface FrameRow {
  /** Capture time, ms on the camera's clock. */
  readonly timeMs: number;
  /** Frames the camera lost before this one. */
  readonly lostBefore: number;
  /** 0..1; 0 without a face. */
  readonly confidence: number;
  readonly pose: FacePose | undefined;
  /** Colours are NaN when there is no patch. */
  readonly background: Rgb;
  /** Undefined without a face. */
  readonly regions: Readonly<Record<RegionId, Measured>> | undefined;
  readonly chest: ChestReading;
  /** Undefined when no learned estimator reads this frame. */
  readonly learned?: LearnedReading;
}
