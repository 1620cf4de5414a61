// SPDX-License-Identifier: Apache-2.0
import type { Picture, Rotation } from './planes.ts';
import type { FrameRate } from '../y4m.ts';

/** Why a recording cannot become a camera file. */
export const VIDEO_FAULTS = ['NO_VIDEO', 'CODEC', 'UNREADABLE'] as const;
export type VideoFault = (typeof VIDEO_FAULTS)[number];

/** A recording that cannot be used; the message is for people. */
export class UnusableVideo extends Error {
  readonly fault: VideoFault;
  constructor(fault: VideoFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

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
