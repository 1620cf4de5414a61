// SPDX-License-Identifier: Apache-2.0
import { MEASUREMENT } from '@perfuse/contract/limits';
import type { FrameSeries, RegionSeries, TraceChunk } from '@perfuse/contract/payload/chunk';
import {
  CHEST_COLUMNS,
  COLOUR_COLUMNS,
  columnsOf,
  FACE_COLUMNS,
  LEARNED_COLUMNS,
  REGION_COLUMNS,
} from '@perfuse/contract/payload/columns';
import { REGION_IDS, type RegionId } from '@perfuse/contract/payload/regions';
import type { DemographicsWire } from '@perfuse/contract/person/demographics';
import { phantomTraces, type PhantomTraces, type TraceOptions } from './traces.ts';

export interface ChunkOptions extends TraceOptions {
  /** Length of one chunk, s. Default 5. */
  readonly chunkS?: number;
  readonly person?: DemographicsWire;
}

/** A copy of the frames [from, to) of a series. */
export function cutFrames(frames: FrameSeries, from: number, to: number): FrameSeries {
  const { timeMs, face, background, chest, learned } = frames;
  const cut = <Name extends string>(
    names: readonly Name[],
    series: Readonly<Record<Name, Float32Array>>,
  ): Readonly<Record<Name, Float32Array>> =>
    columnsOf(names, (name) => series[name].slice(from, to));
  const regions: Partial<Record<RegionId, RegionSeries>> = {};
  for (const id of REGION_IDS) {
    const series = frames.regions[id];
    if (series) regions[id] = cut(REGION_COLUMNS, series);
  }
  return {
    timeMs: timeMs.slice(from, to),
    face: cut(FACE_COLUMNS, face),
    background: cut(COLOUR_COLUMNS, background),
    regions,
    ...(chest && { chest: cut(CHEST_COLUMNS, chest) }),
    ...(learned && { learned: cut(LEARNED_COLUMNS, learned) }),
  };
}

/** First frame of every chunk and, at the end, the number of frames. */
function boundaries(timeMs: Float64Array, chunkMs: number, count: number): number[] {
  const start = timeMs[0] ?? 0;
  const starts = Array.from({ length: count }, (_, index) =>
    timeMs.findIndex((time) => time - start >= index * chunkMs),
  );
  return [...starts.map((at) => (at < 0 ? timeMs.length : at)), timeMs.length];
}

/** Cuts traces into the chunks of one measurement. A chunk without camera frames is left out. */
export function chunksOf(traces: PhantomTraces, options: ChunkOptions = {}): TraceChunk[] {
  const { durationS = MEASUREMENT.durationS, chunkS = MEASUREMENT.chunkS } = options;
  const count = Math.max(1, Math.ceil(durationS / chunkS - 1e-9));
  const borders = boundaries(traces.frames.timeMs, chunkS * 1000, count);
  return borders.slice(0, -1).flatMap((from, index) => {
    const to = borders[index + 1] ?? from;
    if (to <= from) return [];
    const framesDropped = traces.lostBefore.subarray(from, to).reduce((sum, lost) => sum + lost, 0);
    return [
      {
        index,
        count,
        framesDropped,
        ...(options.person ? { person: options.person } : {}),
        frames: cutFrames(traces.frames, from, to),
      },
    ];
  });
}

/** The chunks a browser would send for a synthetic subject: six of 5 s by default. */
export function phantomChunks(options: ChunkOptions = {}): TraceChunk[] {
  return chunksOf(phantomTraces(options), options);
}
