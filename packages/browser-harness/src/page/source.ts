// SPDX-License-Identifier: Apache-2.0
import type { FrameRate } from '@perfuse/capture/y4m';
import type { Picture, Rotation } from './planes.ts';

/** A recording that is read from its start. */
export interface Source {
  /** Displayed size, with rotation and pixel aspect ratio applied. */
  readonly width: number;
  readonly height: number;
  readonly rate: FrameRate;
  /** Pictures in presentation order, in their stored size. */
  readonly pictures: () => AsyncGenerator<TimedPicture>;
}

export interface TimedPicture {
  readonly atS: number;
  readonly picture: Picture;
  /** Clockwise rotation that makes the stored picture upright. */
  readonly rotation: Rotation;
}
