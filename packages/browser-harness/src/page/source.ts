// SPDX-License-Identifier: Apache-2.0
import type { FrameRate } from '@perfuse/capture/y4m';
import type { Picture, Rotation } from './planes.ts';

/** A recording being read from its beginning. */
export interface Source {
  /** Size as shown, with rotation and pixel shape applied. */
  readonly width: number;
  readonly height: number;
  readonly rate: FrameRate;
  /** Pictures in the order in which they are shown, in the size in which they are stored. */
  readonly pictures: () => AsyncGenerator<TimedPicture>;
}

export interface TimedPicture {
  readonly atS: number;
  readonly picture: Picture;
  /** How far the stored picture must be turned clockwise to stand upright. */
  readonly rotation: Rotation;
}
