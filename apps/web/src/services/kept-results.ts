// SPDX-License-Identifier: Apache-2.0
import { deviceHistory, type Keeping } from '../platform/device-history/device-history.ts';
import type { MeasurementOutcome } from '../session/measurement-result.ts';
import type { ownerOf } from '../session/session-state.ts';

/** Measurements of this page that were stored: one that the person then deletes is not stored again. */
const done = new Set<string>();

const idOf = ({ measurementId, finishedAt }: MeasurementOutcome): string =>
  measurementId ?? String(finishedAt);

/**
 * Stores a result of this device in this browser, without its evidence, which is ten times as long.
 * @param owner as returned by `ownerOf`. @throws RangeError for the sample, which belongs to nobody.
 */
export async function keepResult(
  outcome: MeasurementOutcome,
  organisation: string | null,
  owner: ReturnType<typeof ownerOf>,
): Promise<Keeping> {
  if (outcome.isSample === true) throw new RangeError('The sample is not kept.');
  const id = idOf(outcome);
  done.add(id);
  return deviceHistory(owner).keep({
    id,
    at: outcome.finishedAt,
    organisation,
    outcome: { ...outcome, evidence: undefined },
  });
}

/** Whether it was measured since this page loaded and has not been stored yet. */
export const isNew = (outcome: MeasurementOutcome): boolean =>
  outcome.finishedAt >= performance.timeOrigin && !done.has(idOf(outcome));
