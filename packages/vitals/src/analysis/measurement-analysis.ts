// SPDX-License-Identifier: Apache-2.0
import type { FrameSeries, TraceChunk } from '@perfuse/contract/payload/chunk';
import { decodeDemographics, type Demographics } from '@perfuse/contract/person/demographics';
import type { ChannelValues } from '@perfuse/contract/results/channels';
import type { Evidence } from '@perfuse/contract/results/evidence';
import { bytesOf } from '../frames/bytes.ts';
import { joinChunks } from '../frames/join.ts';
import { estimateChannels } from '../models/estimate.ts';
import { analyse } from './analyse.ts';

export interface MeasurementAnalysisOptions {
  /** Country or WHO region of people who do not say where they live, for the cardiovascular risks. */
  readonly whoRegion?: string;
}

export interface ReadOptions {
  /** More chunks are to come: the result is for a live display. */
  readonly live: boolean;
  /** Heart rate shown last, per minute: keeps a live display on one peak of two alike. Leave out for a final result. */
  readonly previousHeartRate?: number;
  /** Also give what the result rests on, if it ends its measurement. */
  readonly evidence?: boolean;
}

/** What a measurement shows so far. */
export interface MeasurementReading {
  /**
   * Of a live result heart rate and SNR; of one that ends its measurement every channel, those of the health models
   * too.
   */
  readonly channels: ChannelValues;
  /**
   * Signal-to-noise ratio as shown, dB; without a result one of `SNR_CODES` of `@perfuse/contract/results/signal`, which
   * `isSignalInvalid` tells from a ratio, or below 0 while a live one is not yet certain.
   */
  readonly snrDb: number;
  /** Signal quality, 0..5. */
  readonly stars: number;
  /** Whether nothing is to come after it: it is the final result, or a live one that found no signal to wait for. */
  readonly ends: boolean;
  /** When asked for, of a result that ends its measurement and had enough film to look for a pulse. */
  readonly evidence?: Evidence;
}

/**
 * One measurement from its first chunk to its result: fed with chunks as they come, read at any time. A reading is the
 * same bytes whether the chunks came one by one with readings between them or all at once.
 */
export class MeasurementAnalysis {
  readonly #options: MeasurementAnalysisOptions;
  readonly #chunks: TraceChunk[] = [];
  #person: Demographics | undefined;
  #frames: FrameSeries | undefined;

  constructor(options: MeasurementAnalysisOptions = {}) {
    this.#options = options;
  }

  /** Takes the next chunk, which is kept and not to be altered. A chunk that came before counts once. */
  add(chunk: TraceChunk): void {
    if (this.#person === undefined && chunk.person !== undefined) {
      this.#person = decodeDemographics(chunk.person);
    }
    this.#chunks.push(chunk);
    this.#frames = undefined;
  }

  /** Chunks that were added. */
  get chunks(): number {
    return this.#chunks.length;
  }

  /** About how much memory it holds, bytes. */
  get bytes(): number {
    const kept = this.#frames === undefined ? [] : [this.#frames];
    return [...this.#chunks.map(({ frames }) => frames), ...kept].reduce(
      (sum, frames) => sum + bytesOf(frames),
      0,
    );
  }

  /** All that was filmed so far. */
  get frames(): FrameSeries {
    return (this.#frames ??= joinChunks(this.#chunks));
  }

  /** Reads the vital signs from the chunks so far. */
  read(options: ReadOptions): MeasurementReading {
    const { channels, snrDb, stars, ends, evidence } = analyse(this.frames, options);
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
