// SPDX-License-Identifier: Apache-2.0
import type { ColourSeries, FrameSeries, RegionSeries } from '@perfuse/contract/payload/chunk';
import type { RegionId } from '@perfuse/contract/payload/regions';
import { z } from '@perfuse/contract/schema';
import { truthOf, truthSchema, type Truth } from './truth.ts';

/** Face positions in the recordings are px of a picture this wide. */
const PICTURE_PX = 320;

const colours = z.array(z.array(z.nullable(z.number())));

/** A face as colour series: `t` in s, the others with one entry per frame. */
export const traceSchema = z.object({
  kind: z.optional(z.string()),
  truth: truthSchema,
  t: z.array(z.number()),
  skin: colours,
  box: z.optional(colours),
  background: z.optional(colours),
  motion: z.optional(z.array(z.array(z.number()))),
  regions: z.optional(z.record(z.string(), colours)),
});

/** Skin patches of people whose pulse was removed by compression. */
export const negativeSchema = z.object({
  fps: z.number().check(z.positive()),
  truth: z.object({ meanHr: z.number() }),
  rois: z.record(z.string(), colours),
});

export interface FaceRecording {
  /** The kind stated in the file; empty when none is stated. */
  readonly kind: string;
  readonly truth: Truth;
  readonly frames: FrameSeries;
  /** The plain face box that simple methods read; null where there is none. */
  readonly box: ColourSeries | null;
}

const REGION_NAMES: Readonly<Record<string, RegionId>> = {
  fore: 'forehead',
  lch: 'leftCheek',
  rch: 'rightCheek',
  nose: 'nose',
  chin: 'chin',
  forehead: 'forehead',
  leftcheek: 'leftCheek',
  rightcheek: 'rightCheek',
};

type Colours = z.infer<typeof colours>;

function column(rows: readonly (readonly (number | null)[])[], at: number): Float32Array {
  return Float32Array.from(rows, (row) => row[at] ?? Number.NaN);
}

function colourSeries(rows: Colours): ColourSeries {
  return { red: column(rows, 0), green: column(rows, 1), blue: column(rows, 2) };
}

function regionSeries(rows: Colours): RegionSeries {
  return {
    ...colourSeries(rows),
    pixels: Float32Array.from(rows, (row) => (typeof row[1] === 'number' ? 1000 : 0)),
    clipped: new Float32Array(rows.length),
    texture: new Float32Array(rows.length),
  };
}

function regionsOf(named: Readonly<Record<string, Colours>>): FrameSeries['regions'] {
  const regions: Partial<Record<RegionId, RegionSeries>> = {};
  for (const [name, rows] of Object.entries(named)) {
    const id = REGION_NAMES[name];
    if (id !== undefined) regions[id] = regionSeries(rows);
  }
  return regions;
}

function faceSeries(length: number, motion: readonly (readonly number[])[]): FrameSeries['face'] {
  const along = (axis: number): Float32Array =>
    Float32Array.from({ length }, (_, i) => 0.5 + (motion[i]?.[axis] ?? 0) / PICTURE_PX);
  const constant = (value: number): Float32Array => new Float32Array(length).fill(value);
  return {
    confidence: constant(1),
    centreX: along(0),
    centreY: along(1),
    width: constant(0.25),
    yaw: constant(0),
    pitch: constant(0),
    roll: constant(0),
  };
}

function noColour(length: number): ColourSeries {
  const nothing = new Float32Array(length).fill(Number.NaN);
  return { red: nothing, green: nothing, blue: nothing };
}

/** @throws Error when the series differ in length. */
export function faceTrace(trace: z.infer<typeof traceSchema>): FaceRecording {
  const { length } = trace.t;
  for (const [name, rows] of Object.entries({ skin: trace.skin, box: trace.box })) {
    if (rows !== undefined && rows.length !== length) {
      throw new Error(`${name} has ${String(rows.length)} frames where t has ${String(length)}.`);
    }
  }
  return {
    kind: trace.kind ?? '',
    truth: truthOf(trace.truth),
    box: trace.box === undefined ? null : colourSeries(trace.box),
    frames: {
      timeMs: Float64Array.from(trace.t, (s) => s * 1000),
      face: faceSeries(length, trace.motion ?? []),
      background: trace.background ? colourSeries(trace.background) : noColour(length),
      regions: { skin: regionSeries(trace.skin), ...regionsOf(trace.regions ?? {}) },
    },
  };
}

/** @throws Error when it has no region that the engine knows. */
export function skinPatches({ fps, truth, rois }: z.infer<typeof negativeSchema>): FaceRecording {
  const regions = regionsOf(rois);
  if (Object.keys(regions).length === 0) throw new Error('It has no known skin region.');
  const length = Math.max(...Object.values(rois).map((rows) => rows.length));
  return {
    kind: '',
    truth: { hr: truth.meanHr, rr: null, sdnn: null, rmssd: null },
    box: null,
    frames: {
      timeMs: Float64Array.from({ length }, (_, i) => (i * 1000) / fps),
      face: faceSeries(length, []),
      background: noColour(length),
      regions,
    },
  };
}
