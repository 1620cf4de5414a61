// SPDX-License-Identifier: Apache-2.0
/** Exposure and sharpness of the picture, updated about once a second. Levels are luma, 0..255. */
export interface PictureReading {
  /** Level exceeded by a twentieth of the face: its highlights. */
  readonly faceHighlights: number;
  /** Mean red of the brightest part of the face plus two standard deviations, 0..255 and beyond. */
  readonly redPeak: number;
  /** Mean levels of the cheeks on the person's own left and right. */
  readonly leftCheek: number;
  readonly rightCheek: number;
  /** Median level of the background; null where none of it is in the picture. */
  readonly background: number | null;
  /** Share of the background that is overexposed or nearly so, 0..1. */
  readonly overexposed: number;
  /** Width of the edges in the face, px, up to 16: wider means less sharp; 0 without edges. */
  readonly edgeWidth: number;
  /** Standard deviation of a pixel's noise, levels. */
  readonly noise: number;
}

/**
 * The face in one tracked frame, from the tracker and for the checks of the measurement. Positions and widths are in
 * frame widths, unmirrored.
 */
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
  /** The latest reading of the whole picture; absent before the first. */
  readonly picture?: PictureReading;
  /** Consecutive tracked or interpolated frames with a face, including this one. */
  readonly facesSeen: number;
}
