// SPDX-License-Identifier: Apache-2.0
import type { FrameSeries, TraceChunk } from '@perfuse/contract/payload/chunk';
import { decodeDemographics, type Demographics } from '@perfuse/contract/person/demographics';
import type { ChannelValues } from '@perfuse/contract/results/channels';
import { bytesOf } from '../frames/bytes.ts';
import { inOrder, JoinedFrames } from '../frames/join.ts';
import { estimateChannels } from '../models/estimate.ts';
import { analyse } from './analyse.ts';
import type { Analysis, AnalysisOptions } from './types.ts';

export interface MeasurementAnalysisOptions {
  /** Country or WHO region of people who do not state where they live, for the cardiovascular risks. */
  readonly whoRegion?: string;
}

export interface ReadOptions extends AnalysisOptions {
  /** More chunks will follow: the result is for a live display. */
  readonly live: boolean;
}

/** The state of a measurement so far. */
export interface MeasurementReading extends Omit<Analysis, 'rmssd'> {
  /**
   * Heart rate and SNR for a live result; every channel, including those of the health models, for one that ends its
   * measurement.
   */
  readonly channels: ChannelValues;
}

/** Room for the frames of a measurement, relative to what its first chunks lead to expect. */
const SPARE = 1.05;

const meanLength = (parts: readonly FrameSeries[]): number =>
  parts.reduce((sum, { timeMs }) => sum + timeMs.length, 0) / parts.length;

/**
 * One measurement from its first chunk to its result: chunks are added as they arrive, and it can be read at any time.
 * A reading is the same bytes whether the chunks came one by one with readings in between or all at once.
 */
export class MeasurementAnalysis {
  readonly #options: MeasurementAnalysisOptions;
  /** Indices of the chunks that were added. */
  readonly #added = new Set<number>();
  /** Chunks since the last reading, in any order. */
  #waiting: readonly TraceChunk[] = [];
  /** The frames of the chunks that were read, and the highest index of those. */
  readonly #joined = new JoinedFrames();
  #lastRead = -1;
  #person: Demographics | undefined;

  constructor(options: MeasurementAnalysisOptions = {}) {
    this.#options = options;
  }

  /**
   * Adds a chunk, which is retained and must not be modified. A repeated chunk counts once.
   * @throws RangeError for a new chunk that belongs before one that was read.
   */
  add(chunk: TraceChunk): void {
    if (this.#added.has(chunk.index)) return;
    if (chunk.index < this.#lastRead) {
      throw new RangeError('The chunks after this one were read.');
    }
    this.#added.add(chunk.index);
    if (this.#person === undefined && chunk.person !== undefined) {
      this.#person = decodeDemographics(chunk.person);
    }
    this.#waiting = [...this.#waiting, chunk];
  }

  /** Approximate memory that it holds, bytes. */
  get bytes(): number {
    return this.#waiting.reduce((sum, { frames }) => sum + bytesOf(frames), this.#joined.bytes);
  }

  /** All frames so far. */
  #frames(): FrameSeries {
    const waiting = inOrder(this.#waiting);
    const last = waiting.at(-1);
    if (last !== undefined) {
      const parts = waiting.map(({ frames }) => frames);
      this.#joined.append(parts, SPARE * last.count * meanLength(parts));
      this.#lastRead = last.index;
      this.#waiting = [];
    }
    return this.#joined.frames;
  }

  /** Reads the vital signs from the chunks so far. */
  read(options: ReadOptions): MeasurementReading {
    const { channels, snrDb, stars, ends, evidence } = analyse(this.#frames(), options);
    const found = { snrDb, stars, ends, ...(evidence !== undefined && { evidence }) };
    if (!ends) return { channels, ...found };
    const models = estimateChannels({
      person: this.#person,
      heartRate: channels.HR_BPM?.value ?? null,
      whoRegion: this.#options.whoRegion,
    });
    return { channels: { ...models, ...channels }, ...found };
  }
}
