// SPDX-License-Identifier: Apache-2.0
import type { ColourSeries, FrameSeries, RegionSeries } from '@perfuse/contract/payload/chunk';
import { REGION_IDS, type RegionId } from '@perfuse/contract/payload/regions';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from '@perfuse/contract/schema';

/** Face positions of the recordings are px of a picture this wide. */
const PICTURE_PX = 320;

const colours = z.array(z.array(z.nullable(z.number())));

const traceSchema = z.object({
  name: z.string(),
  kind: z.string(),
  fps: z.number(),
  truth: z.object({
    hr: z.nullable(z.number()),
    sdnn: z.optional(z.number()),
    rmssd: z.optional(z.number()),
    rr: z.optional(z.number()),
  }),
  t: z.array(z.number()),
  skin: colours,
  box: colours,
  background: colours,
  motion: z.array(z.array(z.number())),
  regions: z.record(z.string(), colours),
});

export interface FaceRecording {
  readonly name: string;
  readonly kind: string;
  readonly truth: { readonly hr: number | null; readonly sdnn?: number; readonly rr?: number };
  readonly frames: FrameSeries;
  /** The plain face box, what simple methods read. */
  readonly box: ColourSeries;
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

/** The JSON files of a folder in order of name; none when the folder is missing. */
export async function jsonFiles(dir: string): Promise<{ name: string; data: unknown }[]> {
  const names = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.json'));
  return Promise.all(
    names.sort().map(async (name) => ({
      name: name.slice(0, -'.json'.length),
      data: parseJson(await readFile(path.join(dir, name), 'utf8')),
    })),
  );
}

function parseJson(text: string): unknown {
  return JSON.parse(text);
}

/** Synthetic and filmed face traces with their truth. */
export async function readTraces(dir: string): Promise<FaceRecording[]> {
  const files = await jsonFiles(path.join(dir, 'traces'));
  return files.map(({ name, data }) => {
    const trace = traceSchema.parse(data);
    const { hr, sdnn, rr } = trace.truth;
    return {
      name,
      kind: trace.kind,
      truth: { hr, ...(sdnn === undefined ? {} : { sdnn }), ...(rr === undefined ? {} : { rr }) },
      box: colourSeries(trace.box),
      frames: {
        timeMs: Float64Array.from(trace.t, (s) => s * 1000),
        face: faceSeries(trace.t.length, trace.motion),
        background: colourSeries(trace.background),
        regions: { skin: regionSeries(trace.skin), ...regionsOf(trace.regions) },
      },
    };
  });
}

const negativeSchema = z.object({
  name: z.string(),
  fps: z.number(),
  truth: z.object({ meanHr: z.number() }),
  rois: z.record(z.string(), colours),
});

/** Skin patches without a usable pulse: people's phones, heavy compression. */
export async function readNegatives(dir: string): Promise<FaceRecording[]> {
  const files = await jsonFiles(path.join(dir, 'negatives'));
  return files.map(({ name, data }) => {
    const { fps, truth, rois } = negativeSchema.parse(data);
    const length = Math.max(...Object.values(rois).map((rows) => rows.length));
    return {
      name,
      kind: 'negative',
      truth: { hr: truth.meanHr },
      box: noColour(length),
      frames: {
        timeMs: Float64Array.from({ length }, (_, i) => (i * 1000) / fps),
        face: faceSeries(length, []),
        background: noColour(length),
        regions: regionsOf(rois),
      },
    };
  });
}

/** The part of a recording between two times from its start, s. */
export function windowOf(frames: FrameSeries, fromS: number, toS: number): FrameSeries {
  const origin = frames.timeMs[0] ?? 0;
  const at = (s: number): number => {
    const index = frames.timeMs.findIndex((ms) => ms - origin >= s * 1000 - 1e-6);
    return index < 0 ? frames.timeMs.length : index;
  };
  const [start, end] = [at(fromS), at(toS)];
  const cut = (values: Float32Array): Float32Array => values.slice(start, end);
  const colour = (c: ColourSeries): ColourSeries => ({
    red: cut(c.red),
    green: cut(c.green),
    blue: cut(c.blue),
  });
  const { face } = frames;
  const regions: Partial<Record<RegionId, RegionSeries>> = {};
  for (const id of REGION_IDS) {
    const region = frames.regions[id];
    if (region === undefined) continue;
    regions[id] = {
      ...colour(region),
      pixels: cut(region.pixels),
      clipped: cut(region.clipped),
      texture: cut(region.texture),
    };
  }
  return {
    timeMs: frames.timeMs.slice(start, end),
    face: {
      confidence: cut(face.confidence),
      centreX: cut(face.centreX),
      centreY: cut(face.centreY),
      width: cut(face.width),
      yaw: cut(face.yaw),
      pitch: cut(face.pitch),
      roll: cut(face.roll),
    },
    background: colour(frames.background),
    regions,
  };
}
