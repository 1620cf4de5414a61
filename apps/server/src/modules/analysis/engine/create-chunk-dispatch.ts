// SPDX-License-Identifier: Apache-2.0
import type { Logger } from 'pino';
import type { Database } from '../../../platform/storage/database.ts';
import type { Replica } from '../../../platform/storage/storage.ts';
import { ChunkLeases } from '../chunks/chunk-lease-repository.ts';
import type { ChunkRepository } from '../chunks/chunk-repository.ts';
import type { ResultRepository } from '../../measurements/result-repository.ts';
import type { ResultHub } from '../delivery/result-hub.ts';
import { handoffWithin, type Handoff } from './chunk-dispatch.ts';
import { CHUNK_LEASE_MS, SharedHandoff } from './shared-chunk-dispatch.ts';

export interface HandoffOptions {
  readonly database: Database;
  /** Set where others work on the same store. */
  readonly replica: Replica | null;
  readonly log: Logger;
}

export interface HandoffEnds {
  readonly chunks: ChunkRepository;
  readonly results: ResultRepository;
  readonly hub: ResultHub;
}

/** The hand-off that fits the store. */
export function createHandoff(
  { database, replica, log }: HandoffOptions,
  { chunks, results, hub }: HandoffEnds,
): Handoff {
  if (replica === null) return handoffWithin(chunks, hub);
  const leases = new ChunkLeases(database, replica.holder, CHUNK_LEASE_MS);
  return new SharedHandoff({ leases, results, hub, signals: replica.signals, log });
}
