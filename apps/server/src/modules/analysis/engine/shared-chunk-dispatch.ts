// SPDX-License-Identifier: Apache-2.0
import type { ResultMessage } from '@perfuse/contract/results/message';
import type { Logger } from 'pino';
import type { ChunkLeases } from '../chunks/chunk-lease-repository.ts';
import type { ChunkRepository, TakenChunk } from '../chunks/chunk-repository.ts';
import type { ResultRepository } from '../../measurements/index.ts';
import { PeriodicTask } from '../../../platform/jobs/periodic-task.ts';
import type { Signal, Signals } from '../../../platform/storage/signals.ts';
import type { Metrics } from '../../../platform/telemetry/metrics.ts';
import type { ResultHub } from '../delivery/result-hub.ts';
import { toResultMessage } from '../delivery/result-message.ts';
import { claimInHand, type Announce, type Claim, type ChunkDispatch } from './chunk-dispatch.ts';
import { ChunksInHand } from './chunks-in-hand.ts';

/** Lease of a replica on a chunk, ms: renewed while it works, and taken over by another this long after it died. */
export const CHUNK_LEASE_MS = 5_000;
const RENEW_MS = CHUNK_LEASE_MS / 3;
/** How often the store is polled for missed signals, ms. */
const POLL_MS = 1_000;
/** Most measurements taken up in one poll; the next one follows soon. */
const MAX_WAITING = 64;

export interface SharedChunkDispatchDeps {
  readonly chunks: Pick<ChunkRepository, 'countTry'>;
  readonly leases: ChunkLeases;
  readonly results: ResultRepository;
  readonly hub: ResultHub;
  readonly signals: Signals;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'background'>;
}

/**
 * Dispatch between replicas on PostgreSQL: chunks by leases, signals as hints of work and results, and a poll of the
 * store each second for missed signals. A replica stores a chunk under its own lease and analyses it; another one takes
 * it over when the lease has expired.
 */
export class SharedChunkDispatch implements ChunkDispatch {
  readonly #deps: SharedChunkDispatchDeps;
  #announce: Announce = () => undefined;
  readonly #poll: PeriodicTask;
  readonly #renewal: PeriodicTask;
  readonly #inHand = new ChunksInHand();
  /** Measurements with a chunk claimed from the store. */
  readonly #claimed = new Set<string>();
  /** Measurements whose results are being read, and whether to read them again. */
  readonly #reading = new Map<string, boolean>();

  constructor(deps: SharedChunkDispatchDeps) {
    this.#deps = deps;
    this.#poll = new PeriodicTask({
      name: 'replicas',
      metrics: deps.metrics,
      everyMs: POLL_MS,
      work: () => this.#takeUp(),
      failed: this.#complain,
    });
    this.#renewal = new PeriodicTask({
      name: 'chunk leases',
      metrics: deps.metrics,
      everyMs: RENEW_MS,
      work: () => deps.leases.renew([...this.#inHand.measurements, ...this.#claimed]),
      failed: this.#complain,
    });
  }

  readonly takes = (measurementId: string, waiting: readonly number[]): boolean =>
    this.#inHand.takes(measurementId, waiting);

  readonly stored = (measurementId: string, taken: TakenChunk | null): void => {
    if (taken !== null) this.#inHand.push(measurementId, taken);
    else {
      this.#inHand.lookFor(measurementId);
      this.#tell('work', measurementId);
    }
    this.#announce(measurementId, taken?.is_last);
  };

  readonly claim = async (measurementId: string): Promise<Claim | null> =>
    claimInHand(this.#inHand, this.#deps.chunks, measurementId) ??
    this.#inHand.fromStore(measurementId, () => this.#claimFromStore(measurementId));

  async #claimFromStore(measurementId: string): Promise<Claim | null> {
    const { leases } = this.#deps;
    const chunk = await leases.claim(measurementId);
    if (chunk === null) return null;
    this.#claimed.add(measurementId);
    return {
      chunk,
      end: async (ending) => {
        this.#claimed.delete(measurementId);
        if (ending !== 'answered') {
          const counts = ending === 'failed';
          await leases.release(measurementId, chunk.position, counts).catch(this.#complain);
        }
        return true;
      },
    };
  }

  readonly answered = ({ MeasurementID: id }: ResultMessage): void => {
    // Read back rather than published directly: a result of another replica may precede it.
    this.#readResults(id);
    this.#tell('result', id);
  };

  readonly start = async (announce: Announce): Promise<void> => {
    this.#announce = announce;
    await this.#deps.signals.listen({
      onSignal: (signal, id) => {
        if (signal === 'work') this.#lookFor(id);
        else this.#readResults(id);
      },
      onReconnect: () => this.#poll.trigger(),
      onError: this.#complain,
    });
    this.#poll.start();
    this.#renewal.start();
  };

  readonly stop = async (): Promise<void> => {
    await this.#deps.signals.stop();
    await this.#poll.stop();
    await this.#renewal.stop();
    // Other replicas take up waiting chunks now rather than when the leases expire.
    await this.#deps.leases.releaseAll().catch(this.#complain);
  };

  #lookFor(measurementId: string): void {
    this.#inHand.lookFor(measurementId);
    this.#announce(measurementId);
  }

  readonly #complain = (error: unknown): void => {
    this.#deps.log.warn({ err: error }, 'replicas could not be reached');
  };

  #tell(signal: Signal, measurementId: string): void {
    this.#deps.signals.send(signal, measurementId);
  }

  async #takeUp(): Promise<void> {
    const { leases, results, hub } = this.#deps;
    for (const id of await leases.waiting(MAX_WAITING)) this.#lookFor(id);
    const behind = await results.measurementsWithOthers(
      hub.subjects.map((id) => ({ id, known: hub.published(id) })),
    );
    for (const id of behind) this.#readResults(id);
  }

  /** Publishes stored results that were not published yet, in order. */
  #readResults(measurementId: string): void {
    if (!this.#deps.hub.has(measurementId)) return;
    const isReading = this.#reading.has(measurementId);
    this.#reading.set(measurementId, isReading);
    if (!isReading) void this.#read(measurementId);
  }

  async #read(measurementId: string): Promise<void> {
    const { results, hub } = this.#deps;
    try {
      do {
        this.#reading.set(measurementId, false);
        const known = hub.published(measurementId);
        for (const row of await results.list(measurementId, known)) {
          hub.publish(toResultMessage({ ...row, measurementId }));
        }
      } while (this.#reading.get(measurementId) === true);
    } catch (error) {
      this.#complain(error);
    } finally {
      this.#reading.delete(measurementId);
    }
  }
}
