// SPDX-License-Identifier: Apache-2.0
import type { Logger } from 'pino';
import type { Database } from '../../../platform/storage/database.ts';
import type { Metrics } from '../../../platform/telemetry/metrics.ts';
import type { Replica } from '../../../platform/storage/storage.ts';
import { ChunkLeases } from '../chunks/chunk-lease-repository.ts';
import type { ChunkRepository } from '../chunks/chunk-repository.ts';
import type { ResultRepository } from '../../measurements/index.ts';
import type { ResultHub } from '../delivery/result-hub.ts';
import { localChunkDispatch, type ChunkDispatch } from './chunk-dispatch.ts';
import { CHUNK_LEASE_MS, SharedChunkDispatch } from './shared-chunk-dispatch.ts';

export interface ChunkDispatchOptions {
  readonly database: Database;
  /** Set when other servers share the store. */
  readonly replica: Replica | null;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'background'>;
}

export interface ChunkDispatchDeps {
  readonly chunks: ChunkRepository;
  readonly results: ResultRepository;
  readonly hub: ResultHub;
}

/** Creates the dispatch for the kind of store. */
export function createChunkDispatch(
  { database, replica, log, metrics }: ChunkDispatchOptions,
  { chunks, results, hub }: ChunkDispatchDeps,
): ChunkDispatch {
  if (replica === null) return localChunkDispatch(chunks, hub);
  const leases = new ChunkLeases(database, replica.holder, CHUNK_LEASE_MS);
  const { signals } = replica;
  return new SharedChunkDispatch({ chunks, leases, results, hub, signals, log, metrics });
}
