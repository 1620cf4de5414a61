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
  /** Movement since the frame before, frame widths, positive downwards; 0 where it could not be measured. */
  readonly shift: Float32Array;
  /** How far the movement can be trusted, 0..1; 0 where it could not be measured. */
  readonly confidence: Float32Array;
}

/** What a learned estimator of the pulse that the operator named read from the face's picture, in the browser. */
export interface LearnedSeries {
  /** One value of the pulse wave per frame, in units of its own; NaN where the frame was not read. */
  readonly pulse: Float32Array;
}

/** Per-frame measurements in capture order. */
export interface FrameSeries {
  /** Capture time of each frame, ms on the camera's clock, strictly increasing. Only differences mean anything. */
  readonly timeMs: Float64Array;
  readonly face: FaceSeries;
  /** Mean of patches outside the person; carries the light without the pulse. */
  readonly background: ColourSeries;
  readonly regions: Readonly<Partial<Record<RegionId, RegionSeries>>>;
  /** Absent where the browser's version does not measure it. */
  readonly chest?: ChestSeries;
  /** Absent where no learned estimator ran. */
  readonly learned?: LearnedSeries;
}

/** What one chunk of a measurement carries from the browser to the analysis: numbers, never an image. */
export interface TraceChunk {
  /** 0-based place of the chunk in its measurement. */
  readonly index: number;
  /** How many chunks the measurement will have. */
  readonly count: number;
  /** Frames the camera lost since the previous chunk, as far as the browser could see. */
  readonly framesDropped: number;
  /** What the models may know about the person; the same in every chunk, absent when not asked. */
  readonly person?: DemographicsWire;
  readonly frames: FrameSeries;
}
