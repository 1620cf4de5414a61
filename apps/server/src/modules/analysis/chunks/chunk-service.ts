// SPDX-License-Identifier: Apache-2.0
import type { DataBody } from '@perfuse/contract/analysis/schemas';
import type { Principal } from '../../../platform/http/principal.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { sha256 } from '../../../platform/crypto/digest.ts';
import type { ChunkRepository, KeptChunk, NewChunk, TakenChunk } from './chunk-repository.ts';
import { decodeBase64, unpack } from './payload.ts';
import { decide } from './rules.ts';

export interface DataAnswer {
  /** `measurementId:chunkIndex`. */
  readonly ID: string;
  readonly ChunkOrder: number;
}

/** Takes stored chunks for analysis. */
export interface ChunkTaker {
  /** Whether this process analyses a chunk that it stores, given the waiting positions of the measurement. */
  readonly takes: (measurementId: string, waiting: readonly number[]) => boolean;
  /** Reports a stored chunk that waits for its result; `taken` is the chunk if this process takes it. */
  readonly stored: (measurementId: string, taken: TakenChunk | null) => void;
}

export interface ChunkServiceOptions {
  readonly taker: ChunkTaker;
  /** Called with each stored chunk that requests no result. */
  readonly keep: (measurementId: string, chunk: KeptChunk) => void;
  /** Called with each new chunk after it is stored. */
  readonly onStored: (measurementId: string, isLast: boolean) => void;
  /** Clock shared by all servers on the store, ms. */
  readonly now: () => number;
  /** Runs the work of a chunk before other work. */
  readonly prioritise: <T>(work: () => Promise<T>) => Promise<T>;
}

function toChunk(data: DataBody): NewChunk {
  const payload = decodeBase64(data.Payload);
  const { index, frames } = unpack(payload);
  if (data.ChunkOrder !== undefined && data.ChunkOrder !== index) {
    throw new ServiceError(
      'MISALIGNED_CHUNK',
      `ChunkOrder is ${String(data.ChunkOrder)}, the payload is chunk ${String(index)}.`,
    );
  }
  return {
    position: index,
    digest: sha256(payload),
    payload,
    firstMs: frames.timeMs[0] ?? 0,
    lastMs: frames.timeMs.at(-1) ?? 0,
    isLast: data.Action.startsWith('LAST'),
    wanted: data.Action.endsWith('PROCESS'),
  };
}

/** Accepts the data of measurements, from the websocket and from REST. */
export class ChunkService {
  readonly #chunks: ChunkRepository;
  readonly #taker: ChunkTaker;
  readonly #keep: ChunkServiceOptions['keep'];
  readonly #onStored: (measurementId: string, isLast: boolean) => void;
  readonly #now: () => number;
  readonly #prioritise: <T>(work: () => Promise<T>) => Promise<T>;

  constructor(chunks: ChunkRepository, options: ChunkServiceOptions) {
    this.#chunks = chunks;
    this.#taker = options.taker;
    this.#keep = options.keep;
    this.#onStored = options.onStored;
    this.#now = options.now;
    this.#prioritise = options.prioritise;
  }

  /**
   * Adds one chunk. Resolves once it is committed; the same chunk again gets the same answer and is stored once.
   * @throws ServiceError INVALID_MEASUREMENT, MEASUREMENT_CLOSED, MISALIGNED_CHUNK, PAYLOAD_TOO_LARGE, RATE_LIMIT or
   * UNPACKER_RPC_ERROR. The measurement stays as it was.
   */
  add(principal: Principal, measurementId: string, data: DataBody): Promise<DataAnswer> {
    return this.#prioritise(() => this.#add(principal, measurementId, data));
  }

  async #add(principal: Principal, measurementId: string, data: DataBody): Promise<DataAnswer> {
    const chunk = await this.#read(principal, measurementId, data);
    const candidate = { ...chunk, isFirst: data.Action.startsWith('FIRST') };
    const added = await this.#chunks.add(
      principal.deviceId,
      measurementId,
      chunk,
      (state) => decide(state, candidate, this.#now()),
      (waiting) => this.#taker.takes(measurementId, waiting),
    );
    if (added === null) throw new ServiceError('INVALID_MEASUREMENT');
    if (added.decision !== 'repeat') this.#onStored(measurementId, chunk.isLast);
    if (added.isPending) this.#taker.stored(measurementId, added.taken);
    if (added.kept !== null) this.#keep(measurementId, added.kept);
    return { ID: `${measurementId}:${String(chunk.position)}`, ChunkOrder: chunk.position };
  }

  /** An invalid chunk is reported as such only to the measurement's owner. */
  async #read(principal: Principal, measurementId: string, data: DataBody): Promise<NewChunk> {
    try {
      return toChunk(data);
    } catch (error) {
      if (await this.#chunks.exists(principal.deviceId, measurementId)) throw error;
      throw new ServiceError('INVALID_MEASUREMENT');
    }
  }
}
