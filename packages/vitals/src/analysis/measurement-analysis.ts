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
  /** Chunks since the last reading or preparation, in any order. */
  #waiting: readonly TraceChunk[] = [];
  /** The frames of the chunks before it, and the highest index of those. */
  readonly #joined = new JoinedFrames();
  #lastJoined = -1;
  #person: Demographics | undefined;

  constructor(options: MeasurementAnalysisOptions = {}) {
    this.#options = options;
  }

  /**
   * Adds a chunk, which is retained and must not be modified. A repeated chunk counts once.
   * @throws RangeError for a new chunk that belongs before one that was read or prepared.
   */
  add(chunk: TraceChunk): void {
    if (this.#added.has(chunk.index)) return;
    if (chunk.index < this.#lastJoined) {
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

  /** Does what can be done before the next reading; chunks that are added from then on come after those so far. */
  prepare(): void {
    const waiting = inOrder(this.#waiting);
    const last = waiting.at(-1);
    if (last !== undefined) {
      const parts = waiting.map(({ frames }) => frames);
      this.#joined.append(parts, SPARE * last.count * meanLength(parts));
      this.#lastJoined = last.index;
      this.#waiting = [];
    }
  }

  /** Reads the vital signs from the chunks so far. */
  read(options: ReadOptions): MeasurementReading {
    this.prepare();
    const { channels, snrDb, stars, ends, evidence } = analyse(this.#joined.frames, options);
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
