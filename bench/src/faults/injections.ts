// SPDX-License-Identifier: Apache-2.0
/** Faults that are injected while people measure. */
import { setTimeout as wait } from 'node:timers/promises';
import type { WorkerFault, FaultyWorker } from '@perfuse/testing/faulty-worker';
import type { FaultInjection } from './run.ts';
import type { SmallDisk } from './small-disk.ts';

/** When the first measurements are running, ms. */
const BEGIN_MS = 12_000;

/** Waits; resolves to whether the measurements are still running. */
const passed = (ms: number, over: AbortSignal): Promise<boolean> =>
  wait(ms, true, { signal: over }).catch(() => false);

/** Injects a fault repeatedly. */
const each =
  (
    everyMs: number,
    inject: (site: Parameters<FaultInjection>[0], round: number) => Promise<void>,
  ): FaultInjection =>
  async (site, over) => {
    let round = 0;
    while (await passed(everyMs, over)) {
      await inject(site, round);
      round += 1;
    }
    return round;
  };

/** Stops the database once and restarts it after `ms`. */
export const databaseAway =
  (ms: number): FaultInjection =>
  async ({ postgres }, over) => {
    if (postgres === null) throw new Error('There is no database to stop.');
    if (!(await passed(BEGIN_MS, over))) return 0;
    await postgres.kill();
    // Even if all measurements have ended: it must be running again in the end.
    await wait(ms);
    await postgres.start();
    return 1;
  };

export const databaseKilled = (everyMs: number): FaultInjection =>
  each(everyMs, async ({ postgres }) => {
    await postgres?.kill();
    await postgres?.start();
  });

export const serversKilled = (everyMs: number): FaultInjection =>
  each(everyMs, (site, round) => site.restart(round % site.servers.length));

const WORKER_FAULTS: readonly WorkerFault[] = ['throws', 'exits', 'hangs', 'starves'];

/** Each of the faults in turn, at each chunk of a measurement. */
export const workerFaults = (worker: FaultyWorker, everyMs: number): FaultInjection =>
  each(everyMs, (_site, round) =>
    worker.next(WORKER_FAULTS[round % WORKER_FAULTS.length] ?? 'throws', 1 + (round % 5)),
  );

export const diskFull =
  (disk: SmallDisk, ms: number): FaultInjection =>
  async (_site, over) => {
    if (!(await passed(BEGIN_MS, over))) return 0;
    disk.fill();
    await wait(ms);
    disk.free();
    return 1;
  };
