// SPDX-License-Identifier: Apache-2.0
import type { Logger } from 'pino';
import type { MeasurementRepository } from '../measurements/index.ts';

/** A measurement takes half a minute; one that got nothing for this long is given up, ms. */
const ABANDONED_MS = 10 * 60_000;

interface RetentionOptions {
  readonly now: () => number;
  readonly log: Logger;
}

/** Closes abandoned measurements and deletes their data. */
export async function closeAbandoned(
  measurements: MeasurementRepository,
  { now, log }: RetentionOptions,
): Promise<void> {
  const count = await measurements.abandon(now() - ABANDONED_MS);
  if (count > 0) log.info({ count }, 'abandoned measurements closed');
}

/**
 * Deletes results past their retention that may not be stored.
 * @param retentionMs how long they stay retrievable, ms.
 */
export async function deleteExpired(
  measurements: MeasurementRepository,
  { now, log, retentionMs }: RetentionOptions & { readonly retentionMs: number },
): Promise<void> {
  const count = await measurements.expire(now() - retentionMs);
  if (count > 0) log.info({ count }, 'expired measurements deleted');
}
