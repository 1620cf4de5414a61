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
  const joined = new JoinedFrames();
  joined.append(inOrder(chunks).map((chunk) => chunk.frames));
  return joined.frames;
}

/** Each chunk once, in order. */
export function inOrder<Chunk extends NumberedFrames>(chunks: readonly Chunk[]): Chunk[] {
  const byIndex = new Map<number, Chunk>();
  for (const chunk of chunks) if (!byIndex.has(chunk.index)) byIndex.set(chunk.index, chunk);
  return [...byIndex.values()].sort((a, b) => a.index - b.index);
}

/** Which series frames have in addition to time, face and background. */
interface Series {
  readonly regions: readonly RegionId[];
  readonly hasChest: boolean;
  readonly hasLearned: boolean;
}

const NO_SERIES: Series = { regions: [], hasChest: false, hasLearned: false };

/** Where a column of 4-byte numbers is in a part; undefined where the part lacks it. */
type Pick32 = (part: FrameSeries) => Float32Array | undefined;

/** The columns of one group in a part. */
const picks = <Name extends string>(
  names: readonly Name[],
  group: (part: FrameSeries) => Readonly<Record<Name, Float32Array>> | undefined,
): Pick32[] =>
  names.map(
    (name): Pick32 =>
      (part) =>
        group(part)?.[name],
  );

/** The columns besides time, in the order of {@link JoinedFrames.frames}. */
const picksOf = ({ regions, hasChest, hasLearned }: Series): readonly Pick32[] => [
  ...picks(FACE_COLUMNS, ({ face }) => face),
  ...picks(COLOUR_COLUMNS, ({ background }) => background),
  ...regions.flatMap((id) => picks(REGION_COLUMNS, (part) => part.regions[id])),
  ...(hasChest ? picks(CHEST_COLUMNS, ({ chest }) => chest) : []),
  ...(hasLearned ? picks(LEARNED_COLUMNS, ({ learned }) => learned) : []),
];

const TIME_BYTES = Float64Array.BYTES_PER_ELEMENT;
const COLUMN_BYTES = Float32Array.BYTES_PER_ELEMENT;
/** Room is made for at most this many times the frames that there are. */
const MOST_ROOM = 8;

/**
 * The frames of the parts of a measurement, as {@link joinChunks} joins them, in one buffer with room for more: a buffer
 * for each column, and new ones for each part, were most of what the garbage collector had to count and to free.
 */
export class JoinedFrames {
  #buffer = new ArrayBuffer(0);
  /** Frames that there is room for, and frames that there are. */
  #capacity = 0;
  #length = 0;
  /** Series that the buffer has columns for, and those of them that every part so far has; null before the first part. */
  #series = NO_SERIES;
  #picks = picksOf(NO_SERIES);
  #shown: Series | null = null;

  /** Memory that it holds, bytes. */
  get bytes(): number {
    return this.#buffer.byteLength;
  }

  /**
   * Appends parts.
   * @param parts in order. @param expected frames of the whole measurement, if that is known.
   */
  append(parts: readonly FrameSeries[], expected = 0): void {
    if (parts.length === 0) return;
    const before = this.#length;
    const last = before === 0 ? Number.NEGATIVE_INFINITY : (this.#times()[before - 1] ?? 0);
    const keep = laterFrames(parts, last);
    const length = parts.reduce(
      (sum, { timeMs }, p) => sum + (keep[p]?.length ?? timeMs.length),
      before,
    );
    const shown = seriesOf(parts, this.#shown);
    if (length > this.#capacity || (shown.hasLearned && !this.#series.hasLearned)) {
      this.#move(shown, Math.max(length, Math.min(Math.ceil(expected), MOST_ROOM * length)));
    }
    this.#shown = shown;
    this.#length = length;
    gather(this.#times().subarray(before), parts, ({ timeMs }) => timeMs, keep);
    this.#picks.forEach((pick, k) => {
      gather(this.#column(k).subarray(before), parts, (part) => pick(part) ?? NOTHING, keep);
    });
  }

  /** All frames: views that stay as they are when parts are appended. */
  get frames(): FrameSeries {
    const { regions, hasChest, hasLearned } = this.#shown ?? NO_SERIES;
    let k = 0;
    const next = (): Float32Array => {
      k += 1;
      return this.#column(k - 1);
    };
    const face = columnsOf(FACE_COLUMNS, next);
    const background = columnsOf(COLOUR_COLUMNS, next);
    const shown: Partial<Record<RegionId, RegionSeries>> = {};
    for (const id of this.#series.regions) {
      const region = columnsOf(REGION_COLUMNS, next);
      if (regions.includes(id)) shown[id] = region;
    }
    const chest = this.#series.hasChest ? columnsOf(CHEST_COLUMNS, next) : undefined;
    return {
      ...{ timeMs: this.#times(), face, background, regions: shown },
      ...(hasChest && chest !== undefined && { chest }),
      ...(hasLearned && { learned: columnsOf(LEARNED_COLUMNS, next) }),
    };
  }

  #times(): Float64Array {
    return new Float64Array(this.#buffer, 0, this.#length);
  }

  #column(k: number): Float32Array {
    const at = this.#capacity * (TIME_BYTES + k * COLUMN_BYTES);
    return new Float32Array(this.#buffer, at, this.#length);
  }

  /** Moves the frames to a buffer with columns for these series, and room for so many frames. */
  #move(series: Series, capacity: number): void {
    const { frames } = this;
    this.#series = series;
    this.#picks = picksOf(series);
    this.#capacity = capacity;
    this.#buffer = new ArrayBuffer(capacity * (TIME_BYTES + COLUMN_BYTES * this.#picks.length));
    this.#times().set(frames.timeMs);
    this.#picks.forEach((pick, k) => {
      const column = pick(frames);
      if (column === undefined) this.#column(k).fill(Number.NaN);
      else this.#column(k).set(column);
    });
  }
}

/** The series of parts after others. @param before the series of those; null when there are none. */
function seriesOf(parts: readonly FrameSeries[], before: Series | null): Series {
  const regions = before?.regions ?? REGION_IDS;
  return {
    regions: regions.filter((id) => parts.every((part) => part.regions[id] !== undefined)),
    hasChest: (before?.hasChest ?? true) && parts.every(({ chest }) => chest !== undefined),
    // A part without the trace does not spoil the others: a device may stop reading partway.
    hasLearned: (before?.hasLearned ?? false) || parts.some(({ learned }) => learned !== undefined),
  };
}

/**
 * The frames to keep of each part, so that time is strictly increasing; null where all are kept.
 * @param last time of the frame before them, ms.
 */
function laterFrames(parts: readonly FrameSeries[], last: number): (readonly number[] | null)[] {
  const all: (readonly number[] | null)[] = [];
  let latest = last;
  for (const { timeMs } of parts) {
    let kept: number[] | null = null;
    for (let i = 0; i < timeMs.length; i++) {
      const time = timeMs[i] ?? 0;
      if (time > latest && Number.isFinite(time)) {
        latest = time;
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
): void {
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
}

const NOTHING = new Float32Array(0);
