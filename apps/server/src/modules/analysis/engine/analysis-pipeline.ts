// SPDX-License-Identifier: Apache-2.0
import type { Platform } from '../../../platform/platform.ts';
import type { ResultRepository } from '../../measurements/index.ts';
import type { PriorityGate } from '../admission/priority-gate.ts';
import { ChunkLeases } from '../chunks/chunk-lease-repository.ts';
import { ChunkRepository, type KeptChunk } from '../chunks/chunk-repository.ts';
import type { ResultHub } from '../delivery/result-hub.ts';
import { Analyst } from './analyst.ts';
import { localChunkDispatch } from './chunk-dispatch.ts';
import { createEnginePool } from './engine-pool.ts';
import { Scheduler } from './scheduler.ts';
import { CHUNK_LEASE_MS, SharedChunkDispatch } from './shared-chunk-dispatch.ts';

/** Measurements per thread that are analysed, or have their results stored, at once. */
const CONCURRENT_PER_THREAD = 8;

export interface AnalysisPipelineDeps {
  readonly results: ResultRepository;
  readonly hub: ResultHub;
  readonly gate: PriorityGate;
}

/** Turns stored chunks into stored and published results. @param workerFile the bundled worker. */
export function createAnalysisPipeline(
  { configuration, database, now, replica, log, metrics, tracing }: Platform,
  { results, hub, gate }: AnalysisPipelineDeps,
  workerFile: string,
) {
  const { PERFUSE_WORKERS: threads, PERFUSE_WHO_REGION: whoRegion } = configuration;
  const lease = replica === null ? undefined : { holder: replica.holder, leaseMs: CHUNK_LEASE_MS };
  const chunks = new ChunkRepository(database, { now, lease });
  const dispatch =
    replica === null
      ? localChunkDispatch(chunks, hub)
      : new SharedChunkDispatch({
          chunks,
          leases: new ChunkLeases(database, replica.holder, CHUNK_LEASE_MS),
          results,
          hub,
          signals: replica.signals,
          log,
          metrics,
        });
  const engine = createEnginePool({
    workerFile,
    threads,
    timeoutMs: configuration.PERFUSE_ANALYSIS_TIMEOUT_S * 1000,
  });
  const analyst = new Analyst({
    chunks,
    results,
    engine,
    dispatch,
    log,
    observe: metrics.analysis,
    tracing,
    whoRegion,
  });
  const scheduler = new Scheduler({
    step: (id) => gate.chunk(() => analyst.analyseNext(id)),
    lanes: threads,
    perLane: CONCURRENT_PER_THREAD,
    log,
  });
  metrics.gauge(
    'perfuse_measurements_waiting',
    'Measurements with chunks waiting for an analysis thread of this server.',
    () => scheduler.waiting,
  );
  return {
    chunks,
    dispatch,
    scheduler,
    threads,
    /** Gives the engine a stored chunk that requests no result. */
    keep: (measurementId: string, { digests, payload }: KeptChunk): void =>
      engine.keep({ whoRegion, measurementId, digests, payloads: [payload], result: 'none' }),
    busyMs: engine.busyMs,
    /** Resumes chunks that an earlier run left unanswered. */
    start: () => dispatch.start((id, isLast) => scheduler.announce(id, isLast)),
    /** Waiting chunks are in the store for the next start. */
    stop: async (): Promise<void> => {
      await scheduler.stop();
      await dispatch.stop();
      await engine.close();
    },
  };
}
