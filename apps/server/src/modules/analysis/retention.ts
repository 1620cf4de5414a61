// SPDX-License-Identifier: Apache-2.0
import type { Logger } from 'pino';
import type { MeasurementRepository } from '../measurements/index.ts';

/** A measurement takes half a minute; one that got nothing for this long is given up, ms. */
const ABANDONED_MS = 10 * 60_000;

interface RetentionOptions {
  readonly now: () => number;
  /** How long results without consent to storage stay retrievable, ms. */
  readonly retentionMs: number;
  readonly log: Logger;
}

/** Closes abandoned measurements and deletes their data, and results past their retention that may not be stored. */
export async function expireMeasurements(
  measurements: MeasurementRepository,
  { now, retentionMs, log }: RetentionOptions,
): Promise<void> {
  const abandoned = await measurements.abandon(now() - ABANDONED_MS);
  const expired = await measurements.expire(now() - retentionMs);
  if (abandoned > 0) log.info({ count: abandoned }, 'abandoned measurements closed');
  if (expired > 0) log.info({ count: expired }, 'expired measurements deleted');
}
