// SPDX-License-Identifier: Apache-2.0
/** The face in one tracked frame, as the tracker reports it and the measurement judges it. Positions and widths are in frame widths, unmirrored. */
export interface FaceReading {
  /** Without a face the numbers below are 0. */
  readonly found: boolean;
  readonly centreX: number;
  readonly centreY: number;
  /** Distance between the outer eye corners. */
  readonly width: number;
  /** Degrees; 0 is frontal, positive to the person's left. */
  readonly yaw: number;
  /** Degrees, positive looks up. */
  readonly pitch: number;
  /** Degrees, positive tilts to the person's left shoulder. */
  readonly roll: number;
  /** Frame height over frame width. */
  readonly aspect: number;
  /** Mean luma of the skin, 0..255. */
  readonly luma: number;
  /** Mean luma of what is behind the person, 0..255; missing where it cannot be determined. */
  readonly backLuma?: number;
  /** Consecutive tracked or interpolated frames with a face, up to and with this one. */
  readonly facesSeen: number;
}
