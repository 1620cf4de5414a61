// SPDX-License-Identifier: Apache-2.0
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

/** The frames of a chunk, and its place in the measurement. */
export type NumberedFrames = Pick<TraceChunk, 'index' | 'frames'>;

/**
 * One series from the chunks of a measurement, in any order. A repeated chunk counts once; a frame that is not later
 * than the previous one is left out; a region, or the chest, must be in every chunk. Where a learned estimator did not
 * run for a chunk, its pulse is unknown there.
 */
export function joinChunks(chunks: readonly NumberedFrames[]): FrameSeries {
  const parts = inOrder(chunks).map((chunk) => chunk.frames);
  const keep = laterFrames(parts);
  const length = parts.reduce((sum, { timeMs }, p) => sum + (keep[p]?.length ?? timeMs.length), 0);
  const series = seriesOf(parts);
  // All columns in one buffer: to the garbage collector, each buffer is work.
  const buffer = new ArrayBuffer(length * (TIME_BYTES + COLUMN_BYTES * countOf(series)));
  let at = length * TIME_BYTES;
  const joined: Join = (pick) => {
    const column = new Float32Array(buffer, at, length);
    at += column.byteLength;
    return gather(column, parts, pick, keep);
  };
  return {
    timeMs: gather(new Float64Array(buffer, 0, length), parts, (part) => part.timeMs, keep),
    face: columnsOf(FACE_COLUMNS, (name) => joined((part) => part.face[name])),
    background: columnsOf(COLOUR_COLUMNS, (name) => joined((part) => part.background[name])),
    regions: joinRegions(series.regions, joined),
    ...(series.hasChest && joinChest(joined)),
    ...(series.hasLearned && joinLearned(joined)),
  };
}

const TIME_BYTES = Float64Array.BYTES_PER_ELEMENT;
const COLUMN_BYTES = Float32Array.BYTES_PER_ELEMENT;

/** Which series the joined chunks have, in addition to time, face and background. */
interface Series {
  readonly regions: readonly RegionId[];
  readonly hasChest: boolean;
  readonly hasLearned: boolean;
}

function seriesOf(parts: readonly FrameSeries[]): Series {
  const isEmpty = parts.length === 0;
  return {
    regions: REGION_IDS.filter(
      (id) => !isEmpty && parts.every(({ regions }) => regions[id] !== undefined),
    ),
    hasChest: !isEmpty && parts.every(({ chest }) => chest !== undefined),
    // A chunk without the trace does not spoil the others: a device may stop reading partway.
    hasLearned: parts.some(({ learned }) => learned !== undefined),
  };
}

/** Number of columns besides time. */
function countOf({ regions, hasChest, hasLearned }: Series): number {
  return (
    FACE_COLUMNS.length +
    COLOUR_COLUMNS.length +
    regions.length * REGION_COLUMNS.length +
    (hasChest ? CHEST_COLUMNS.length : 0) +
    (hasLearned ? LEARNED_COLUMNS.length : 0)
  );
}

type Join = (pick: (part: FrameSeries) => Float32Array) => Float32Array;

function inOrder(chunks: readonly NumberedFrames[]): NumberedFrames[] {
  const byIndex = new Map<number, NumberedFrames>();
  for (const chunk of chunks) if (!byIndex.has(chunk.index)) byIndex.set(chunk.index, chunk);
  return [...byIndex.values()].sort((a, b) => a.index - b.index);
}

/** The frames to keep of each part, so that time is strictly increasing; null where all are kept. */
function laterFrames(parts: readonly FrameSeries[]): (readonly number[] | null)[] {
  const all: (readonly number[] | null)[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const { timeMs } of parts) {
    let kept: number[] | null = null;
    for (let i = 0; i < timeMs.length; i++) {
      const time = timeMs[i] ?? 0;
      if (time > last && Number.isFinite(time)) {
        last = time;
        kept?.push(i);
      } else {
        kept ??= Array.from({ length: i }, (_, k) => k);
      }
    }
    all.push(kept);
  }
  return all;
}

/** Copies the kept frames of each part to their position in `out`. */
function gather<Column extends Float32Array | Float64Array>(
  out: Column,
  parts: readonly FrameSeries[],
  pick: (part: FrameSeries) => Column,
  keep: readonly (readonly number[] | null)[],
): Column {
  let at = 0;
  parts.forEach((part, p) => {
    const column = pick(part);
    const kept = keep[p] ?? null;
    const { length } = part.timeMs;
    if (kept === null && column.length === length) {
      out.set(column, at);
      at += length;
      return;
    }
    for (const i of kept ?? part.timeMs.keys()) {
      out[at] = column[i] ?? Number.NaN;
      at += 1;
    }
  });
  return out;
}

const NOTHING = new Float32Array(0);

function joinChest(joined: Join): Pick<FrameSeries, 'chest'> {
  return {
    chest: columnsOf(CHEST_COLUMNS, (name) => joined((part) => part.chest?.[name] ?? NOTHING)),
  };
}

function joinLearned(joined: Join): Pick<FrameSeries, 'learned'> {
  return {
    learned: columnsOf(LEARNED_COLUMNS, (name) =>
      joined((part) => part.learned?.[name] ?? NOTHING),
    ),
  };
}

function joinRegions(
  ids: readonly RegionId[],
  joined: Join,
): Partial<Record<RegionId, RegionSeries>> {
  const regions: Partial<Record<RegionId, RegionSeries>> = {};
  for (const id of ids) {
    regions[id] = columnsOf(REGION_COLUMNS, (name) =>
      joined((part) => part.regions[id]?.[name] ?? NOTHING),
    );
  }
  return regions;
}
