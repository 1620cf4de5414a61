// SPDX-License-Identifier: Apache-2.0
import type { TraceChunk } from '@perfuse/contract/payload/chunk';
import type { RecordPlan } from '../api.ts';
import { toColumns } from './columns.ts';
import type { FrameRow } from './row.ts';

export interface FinishedChunk {
  readonly chunk: TraceChunk;
  readonly startMs: number;
  readonly endMs: number;
  /** Fraction of the frames with a face, 0..1. */
  readonly faceShare: number;
}

export interface RecordSummary {
  readonly frames: number;
  readonly dropped: number;
  readonly framesPerS: number;
}

/**
 * Splits rows into the chunks of a plan by capture time, never by frame count. Chunk i ends i + 1 chunk lengths after
 * the first frame. A gap longer than a chunk does not leave an empty chunk: the next frames fill it, so that every plan
 * ends with all its chunks, each of at least one frame.
 */
export class ChunkRecorder {
  readonly #plan: RecordPlan;
  #rows: FrameRow[] = [];
  #index = 0;
  #firstMs: number | undefined;
  #lastMs = 0;
  #frames = 0;
  #dropped = 0;

  constructor(plan: RecordPlan) {
    this.#plan = plan;
  }

  /** All chunks are complete; further rows are ignored. */
  get isDone(): boolean {
    return this.#index >= this.#plan.chunkCount;
  }

  /** Summary of the finished chunks. */
  get summary(): RecordSummary {
    const spanS = (this.#lastMs - (this.#firstMs ?? 0)) / 1000;
    const framesPerS = spanS > 0 ? (this.#frames - 1) / spanS : 0;
    return { frames: this.#frames, dropped: this.#dropped, framesPerS };
  }

  /** Adds the next row, in order of time. @returns the chunk that ended before this row, if any. */
  push(row: FrameRow): FinishedChunk | undefined {
    if (this.isDone) return undefined;
    this.#firstMs ??= row.timeMs;
    const endMs = this.#firstMs + (this.#index + 1) * this.#plan.chunkS * 1000;
    const isOver = row.timeMs >= endMs && this.#rows.length > 0;
    const finished = isOver ? this.#cut() : undefined;
    this.#rows.push(row);
    return finished;
  }

  #cut(): FinishedChunk {
    const rows = this.#rows;
    const startMs = rows[0]?.timeMs ?? 0;
    const endMs = rows.at(-1)?.timeMs ?? startMs;
    // Losses before the very first frame are not part of the recording.
    const counted = this.#index === 0 ? rows.slice(1) : rows;
    const framesDropped = counted.reduce((sum, row) => sum + row.lostBefore, 0);
    const chunk: TraceChunk = {
      index: this.#index,
      count: this.#plan.chunkCount,
      framesDropped,
      frames: toColumns(rows),
      person: this.#plan.person,
    };
    const withFace = rows.filter((row) => row.confidence > 0).length;
    this.#index += 1;
    this.#rows = [];
    this.#lastMs = endMs;
    this.#frames += rows.length;
    this.#dropped += framesDropped;
    return { chunk, startMs, endMs, faceShare: withFace / rows.length };
  }
}
