// SPDX-License-Identifier: Apache-2.0
import type { DataBody } from '@perfuse/contract/analysis/schemas';
import type { Principal } from '../../../platform/http/principal.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { sha256 } from '../../../platform/crypto/digest.ts';
import type { ChunkRepository, NewChunk } from './chunk-repository.ts';
import { decodeBase64, unpack } from './payload.ts';
import { decide } from './rules.ts';

export interface DataAnswer {
  /** `measurementId:chunkIndex`. */
  readonly ID: string;
  readonly ChunkOrder: number;
}

/** Told of a chunk that is safe. */
export type Stored = (measurementId: string, isLast: boolean) => void;

export interface ChunkServiceOptions {
  /** The time that all who share the store agree on, ms. */
  readonly now?: () => number;
  /** Does the work of a chunk before that of others. */
  readonly first?: <T>(work: () => Promise<T>) => Promise<T>;
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

/** Takes in the data of measurements, whichever way it comes. */
export class ChunkService {
  readonly #chunks: ChunkRepository;
  readonly #stored: Stored;
  readonly #now: () => number;
  readonly #first: <T>(work: () => Promise<T>) => Promise<T>;

  /** @param stored told after a new chunk is safe. */
  constructor(chunks: ChunkRepository, stored: Stored, options: ChunkServiceOptions = {}) {
    this.#chunks = chunks;
    this.#stored = stored;
    this.#now = options.now ?? Date.now;
    this.#first = options.first ?? ((work) => work());
  }

  /**
   * Adds one chunk. Resolves once it is stored for good; the same chunk again is answered the same and stored once.
   * @throws ServiceError INVALID_MEASUREMENT, MEASUREMENT_CLOSED, MISALIGNED_CHUNK, PAYLOAD_TOO_LARGE, RATE_LIMIT or
   * UNPACKER_RPC_ERROR. The measurement stays as it was.
   */
  add(principal: Principal, measurementId: string, data: DataBody): Promise<DataAnswer> {
    return this.#first(() => this.#add(principal, measurementId, data));
  }

  async #add(principal: Principal, measurementId: string, data: DataBody): Promise<DataAnswer> {
    if (!(await this.#chunks.exists(principal.deviceId, measurementId))) {
      throw new ServiceError('INVALID_MEASUREMENT');
    }
    const chunk = toChunk(data);
    const candidate = { ...chunk, isFirst: data.Action.startsWith('FIRST') };
    const decision = await this.#chunks.add(principal.deviceId, measurementId, chunk, (state) =>
      decide(state, candidate, this.#now()),
    );
    if (decision === null) throw new ServiceError('INVALID_MEASUREMENT');
    if (decision !== 'repeat') this.#stored(measurementId, chunk.isLast);
    return { ID: `${measurementId}:${String(chunk.position)}`, ChunkOrder: chunk.position };
  }
}
