// SPDX-License-Identifier: Apache-2.0
import type { DemographicsWire } from '../person/demographics.ts';
import type { RegionId } from './regions.ts';

/** Mean colour per frame in 8-bit levels, 0..255. NaN where nothing could be measured. */
export interface ColourSeries {
  readonly red: Float32Array;
  readonly green: Float32Array;
  readonly blue: Float32Array;
}

/** One region of interest over time. Every array has one entry per frame. */
export interface RegionSeries extends ColourSeries {
  /** Pixels averaged, >= 0. 0 means the region was not seen and its colours are NaN. */
  readonly pixels: Float32Array;
  /** Share of pixels outside 5..245 levels, 0..1. */
  readonly clipped: Float32Array;
  /** Standard deviation of luma inside the region, levels. */
  readonly texture: Float32Array;
}

/** Where the face was. Positions and width are in frame widths, so they do not depend on resolution. */
export interface FaceSeries {
  /** Tracker confidence, 0..1; 0 means no face in that frame, and the other columns are NaN. */
  readonly confidence: Float32Array;
  /** Centre of the face, frame widths from the left and the top edge. */
  readonly centreX: Float32Array;
  readonly centreY: Float32Array;
  /** Distance between the outer eye corners, frame widths. */
  readonly width: Float32Array;
  /** Degrees; 0 is frontal, positive yaw turns to the person's left, positive pitch looks up. */
  readonly yaw: Float32Array;
  readonly pitch: Float32Array;
  readonly roll: Float32Array;
}

/** Movement of shoulders and chest below the chin, up and down. */
export interface ChestSeries {
  /** Movement since the previous frame, frame widths, positive downwards; 0 where it could not be measured. */
  readonly shift: Float32Array;
  /** Reliability of the movement, 0..1; 0 where it could not be measured. */
  readonly confidence: Float32Array;
}

/** Output of a learned pulse estimator, named by the operator and run in the browser on the picture of the face. */
export interface LearnedSeries {
  /** One value of the pulse wave per frame, in the estimator's own unit; NaN where the frame was not read. */
  readonly pulse: Float32Array;
}

/** Per-frame measurements in capture order. */
export interface FrameSeries {
  /** Capture time of each frame, ms on the camera's clock, strictly increasing. Only differences mean anything. */
  readonly timeMs: Float64Array;
  readonly face: FaceSeries;
  /** Mean of patches outside the person; contains the lighting without the pulse. */
  readonly background: ColourSeries;
  readonly regions: Readonly<Partial<Record<RegionId, RegionSeries>>>;
  /** Absent when the app's version in the browser does not measure it. */
  readonly chest?: ChestSeries;
  /** Absent when no learned estimator ran. */
  readonly learned?: LearnedSeries;
}

/** Content of one chunk of a measurement, from the browser to the analysis: numbers, never an image. */
export interface TraceChunk {
  /** 0-based index of the chunk in its measurement. */
  readonly index: number;
  /** Total number of chunks of the measurement. */
  readonly count: number;
  /** Frames dropped by the camera since the previous chunk, as far as the browser could detect. */
  readonly framesDropped: number;
  /** What the models may know about the person; the same in every chunk, absent when the person was not asked. */
  readonly person?: DemographicsWire;
  readonly frames: FrameSeries;
}
