// SPDX-License-Identifier: Apache-2.0
import type { Logger } from 'pino';
import type { Database } from '../../storage/database.ts';
import type { Replica } from '../../storage/storage.ts';
import { ChunkLeases } from '../../storage/repositories/chunk-leases.ts';
import type { ChunkRepository } from '../../storage/repositories/chunks.ts';
import type { ResultRepository } from '../../storage/repositories/results.ts';
import type { ResultHub } from '../delivery/result-hub.ts';
import { handoffWithin, type Handoff } from './handoff.ts';
import { CHUNK_LEASE_MS, SharedHandoff } from './shared-handoff.ts';

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
