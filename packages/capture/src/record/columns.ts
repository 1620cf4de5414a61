// SPDX-License-Identifier: Apache-2.0
import type {
  ColourSeries,
  FaceSeries,
  FrameSeries,
  LearnedSeries,
  RegionSeries,
} from '@perfuse/contract/payload/chunk';
import type { RegionId } from '@perfuse/contract/payload/regions';
import type { Measured, Rgb } from '@perfuse/extractor';
import type { FacePose } from '../face/pose.ts';
import { mapRegions } from '../face/regions.ts';
import type { FrameRow } from './row.ts';

const colours = (values: readonly (Rgb | undefined)[]): ColourSeries => ({
  red: Float32Array.from(values, (value) => value?.red ?? NaN),
  green: Float32Array.from(values, (value) => value?.green ?? NaN),
  blue: Float32Array.from(values, (value) => value?.blue ?? NaN),
});

function regionColumns(values: readonly (Measured | undefined)[]): RegionSeries {
  return {
    ...colours(values),
    pixels: Float32Array.from(values, (value) => value?.pixels ?? 0),
    clipped: Float32Array.from(values, (value) => value?.clipped ?? NaN),
    texture: Float32Array.from(values, (value) => value?.texture ?? NaN),
  };
}

function faceColumns(rows: readonly FrameRow[]): FaceSeries {
  const column = (key: keyof FacePose): Float32Array =>
    Float32Array.from(rows, (row) => row.pose?.[key] ?? NaN);
  return {
    confidence: Float32Array.from(rows, (row) => row.confidence),
    centreX: column('centreX'),
    centreY: column('centreY'),
    width: column('width'),
    yaw: column('yaw'),
    pitch: column('pitch'),
    roll: column('roll'),
  };
}

/** Nothing where not one of the frames was read. */
function learnedColumns(rows: readonly FrameRow[]): { readonly learned?: LearnedSeries } {
  if (rows.every(({ learned }) => learned === undefined || Number.isNaN(learned.value))) return {};
  return { learned: { pulse: Float32Array.from(rows, ({ learned }) => learned?.value ?? NaN) } };
}

/** Rows of frames as the columns of a payload. */
export function toColumns(rows: readonly FrameRow[]): FrameSeries {
  return {
    timeMs: Float64Array.from(rows, (row) => row.timeMs),
    face: faceColumns(rows),
    background: colours(rows.map((row) => row.background)),
    regions: mapRegions((id: RegionId) => regionColumns(rows.map((row) => row.regions?.[id]))),
    chest: {
      shift: Float32Array.from(rows, (row) => row.chest.shift),
      confidence: Float32Array.from(rows, (row) => row.chest.confidence),
    },
    ...learnedColumns(rows),
  };
}
