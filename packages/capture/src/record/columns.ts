// SPDX-License-Identifier: Apache-2.0
import type {
  ColourSeries,
  FaceSeries,
  FrameSeries,
  LearnedSeries,
  RegionSeries,
} from '@perfuse/contract/payload/chunk';
import {
  CHEST_COLUMNS,
  COLOUR_COLUMNS,
  columnsOf,
  FACE_COLUMNS,
  REGION_COLUMNS,
} from '@perfuse/contract/payload/columns';
import type { RegionId } from '@perfuse/contract/payload/regions';
import type { Measured, Rgb } from '@perfuse/extractor';
import { mapRegions } from '../face/regions.ts';
import type { FrameRow } from './row.ts';

const colourColumns = (values: readonly Rgb[]): ColourSeries =>
  columnsOf(COLOUR_COLUMNS, (name) => Float32Array.from(values, (value) => value[name]));

const regionColumns = (values: readonly (Measured | undefined)[]): RegionSeries =>
  columnsOf(REGION_COLUMNS, (name) => {
    const unseen = name === 'pixels' ? 0 : NaN;
    return Float32Array.from(values, (value) => value?.[name] ?? unseen);
  });

const faceColumns = (rows: readonly FrameRow[]): FaceSeries =>
  columnsOf(FACE_COLUMNS, (name) =>
    Float32Array.from(rows, (row) =>
      name === 'confidence' ? row.confidence : (row.pose?.[name] ?? NaN),
    ),
  );

/** Empty when none of the frames was read. */
function learnedColumns(rows: readonly FrameRow[]): { readonly learned?: LearnedSeries } {
  if (rows.every(({ learned }) => learned === undefined || Number.isNaN(learned.value))) return {};
  return { learned: { pulse: Float32Array.from(rows, ({ learned }) => learned?.value ?? NaN) } };
}

/** Rows of frames as the columns of a payload. */
export function toColumns(rows: readonly FrameRow[]): FrameSeries {
  return {
    timeMs: Float64Array.from(rows, (row) => row.timeMs),
    face: faceColumns(rows),
    background: colourColumns(rows.map((row) => row.background)),
    regions: mapRegions((id: RegionId) => regionColumns(rows.map((row) => row.regions?.[id]))),
    chest: columnsOf(CHEST_COLUMNS, (name) => Float32Array.from(rows, (row) => row.chest[name])),
    ...learnedColumns(rows),
  };
}
