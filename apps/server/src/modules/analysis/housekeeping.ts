// SPDX-License-Identifier: Apache-2.0
import type { Logger } from 'pino';
import { PeriodicTask } from '../../platform/jobs/periodic-task.ts';
import { ClockJumpDetector } from '../../platform/jobs/clock-jump-detector.ts';
import type { DeviceRepository } from '../accounts/tokens/device-repository.ts';
import { alwaysAcquire, type AcquireLease } from '../../platform/storage/leader-lease.ts';
import type { MeasurementRepository } from '../measurements/measurement-repository.ts';

const EVERY_MS = 60_000;
/** Past the next round, so that the server that tidied last does it again. */
const LEASE_MS = 90_000;
/** A measurement takes half a minute; one that got nothing for this long is given up, ms. */
const ABANDONED_MS = 10 * 60_000;
/** After the clock was set, nothing is deleted for its age until what was under way then has ended, ms. */
const STEADY_MS = ABANDONED_MS;

export interface HousekeepingDeps {
  readonly measurements: MeasurementRepository;
  readonly devices: DeviceRepository;
  /** How long results that nobody consented to store stay retrievable, ms. */
  readonly retentionMs: number;
  readonly log: Logger;
  /** Deletes what has run out of links, codes and messages. */
  readonly tidyAccounts?: () => Promise<void>;
  /** Whether it is this server that tidies; always, by default. */
  readonly acquireLease?: AcquireLease;
  readonly now?: () => number;
}

/**
 * One round: closes abandoned measurements and deletes their data, deletes results past their retention that
 * nobody consented to store, and devices that cannot come back.
 */
export async function tidy(deps: HousekeepingDeps): Promise<void> {
  const { measurements, devices, retentionMs, log, now = Date.now } = deps;
  const abandoned = await measurements.abandon(now() - ABANDONED_MS);
  const expired = await measurements.expire(now() - retentionMs);
  const purged = await devices.purge();
  await deps.tidyAccounts?.();
  if (abandoned > 0) log.info({ count: abandoned }, 'abandoned measurements closed');
  if (expired > 0) log.info({ count: expired }, 'expired measurements deleted');
  if (purged > 0) log.info({ count: purged }, 'expired devices deleted');
}

/** Tidies now and every minute. @returns the function that ends it, when the round under way is over. */
export function startHousekeeping(
  deps: HousekeepingDeps,
  everyMs: number = EVERY_MS,
): () => Promise<void> {
  const { acquireLease = alwaysAcquire, log, now = Date.now } = deps;
  const clock = new ClockJumpDetector(now);
  const rounds = new PeriodicTask({
    everyMs,
    work: async () => {
      const steadyMs = clock.sinceJumpMs();
      if (steadyMs < STEADY_MS) {
        log.warn({ ms: steadyMs }, 'the clock was set: nothing is deleted for its age yet');
        return;
      }
      if (await acquireLease('housekeeping', LEASE_MS)) await tidy(deps);
    },
    failed: (error) => log.error({ err: error }, 'housekeeping failed'),
  });
  rounds.start();
  return () => rounds.stop();
}
