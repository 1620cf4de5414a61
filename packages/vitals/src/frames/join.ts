// SPDX-License-Identifier: Apache-2.0
import type {
  ColourSeries,
  FaceSeries,
  FrameSeries,
  RegionSeries,
  TraceChunk,
} from '@perfuse/contract/payload/chunk';
import { REGION_IDS, type RegionId } from '@perfuse/contract/payload/regions';

/**
 * One series from the chunks of a measurement, whatever order they came in. A chunk that came twice counts once;
 * a frame that is not later than the one before it is left out; a region must be in every chunk.
 */
export function joinChunks(chunks: readonly TraceChunk[]): FrameSeries {
  const parts = inOrder(chunks).map((chunk) => chunk.frames);
  const keep = laterFrames(parts);
  const joined = (pick: (part: FrameSeries) => Float32Array): Float32Array =>
    gather(parts.map(pick), keep);
  return {
    timeMs: gatherTimes(
      parts.map((part) => part.timeMs),
      keep,
    ),
    face: joinFace(joined),
    background: joinColour(joined, (part) => part.background),
    regions: joinRegions(parts, joined),
  };
}

type Join = (pick: (part: FrameSeries) => Float32Array) => Float32Array;

function inOrder(chunks: readonly TraceChunk[]): TraceChunk[] {
  const byIndex = new Map<number, TraceChunk>();
  for (const chunk of chunks) if (!byIndex.has(chunk.index)) byIndex.set(chunk.index, chunk);
  return [...byIndex.values()].sort((a, b) => a.index - b.index);
}

/** For each part the frames to keep, so that time only ever rises. */
function laterFrames(parts: readonly FrameSeries[]): number[][] {
  let last = Number.NEGATIVE_INFINITY;
  return parts.map((part) => {
    const kept: number[] = [];
    part.timeMs.forEach((time, i) => {
      if (!(time > last) || !Number.isFinite(time)) return;
      last = time;
      kept.push(i);
    });
    return kept;
  });
}

function gather(parts: readonly Float32Array[], keep: readonly number[][]): Float32Array {
  return Float32Array.from(keep.flatMap((kept, p) => kept.map((i) => parts[p]?.[i] ?? Number.NaN)));
}

function gatherTimes(parts: readonly Float64Array[], keep: readonly number[][]): Float64Array {
  return Float64Array.from(keep.flatMap((kept, p) => kept.map((i) => parts[p]?.[i] ?? Number.NaN)));
}

function joinFace(joined: Join): FaceSeries {
  return {
    confidence: joined((part) => part.face.confidence),
    centreX: joined((part) => part.face.centreX),
    centreY: joined((part) => part.face.centreY),
    width: joined((part) => part.face.width),
    yaw: joined((part) => part.face.yaw),
    pitch: joined((part) => part.face.pitch),
    roll: joined((part) => part.face.roll),
  };
}

function joinColour(joined: Join, of: (part: FrameSeries) => ColourSeries): ColourSeries {
  return {
    red: joined((part) => of(part).red),
    green: joined((part) => of(part).green),
    blue: joined((part) => of(part).blue),
  };
}

const NOTHING = new Float32Array(0);

function joinRegions(
  parts: readonly FrameSeries[],
  joined: Join,
): Partial<Record<RegionId, RegionSeries>> {
  const regions: Partial<Record<RegionId, RegionSeries>> = {};
  for (const id of REGION_IDS) {
    if (parts.length === 0 || parts.some((part) => part.regions[id] === undefined)) continue;
    const column = (name: keyof RegionSeries): Float32Array =>
      joined((part) => part.regions[id]?.[name] ?? NOTHING);
    regions[id] = {
      red: column('red'),
      green: column('green'),
      blue: column('blue'),
      pixels: column('pixels'),
      clipped: column('clipped'),
      texture: column('texture'),
    };
  }
  return regions;
}
