// SPDX-License-Identifier: Apache-2.0
/** The completed and the remaining measurements of a study session. */
import type { FailureCode } from '@perfuse/contract/failures/catalogue';
import type { PlannedMeasurement } from '@perfuse/contract/study/protocol';
import type {
  MeasurementEnd,
  StudyMeasurement,
  StudySession,
} from '@perfuse/contract/study/session-file';
import type { KeptSession } from '../../../platform/study-store/study-store.ts';

export const findSession = (
  sessions: readonly KeptSession[],
  id: string | null,
): KeptSession | null => sessions.find(({ head }) => head.id === id) ?? null;

/** Measurements that count: they were filmed until an answer or a refusal. */
const COUNTS: readonly MeasurementEnd[] = ['answered', 'refused'];

export const countsFor = ({ end }: Pick<StudyMeasurement, 'end'>): boolean => COUNTS.includes(end);

/** Ended by a person rather than by a fault. */
const BY_PEOPLE: readonly FailureCode[] = ['CANCELED', 'TAB_HIDDEN'];

/** @param bpm of the final result. */
export function endOf(failure: FailureCode | null, bpm: number | null): MeasurementEnd {
  if (failure === 'SNR_QUALITY') return 'refused';
  if (failure === null) return bpm === null ? 'refused' : 'answered';
  return BY_PEOPLE.includes(failure) ? 'cancelled' : 'failed';
}

export interface Progress {
  /** Position in the plan of the next measurement; the plan's length when all are done. */
  readonly next: number;
  readonly planned: PlannedMeasurement | null;
  readonly answered: number;
  readonly refused: number;
}

/** @param skipped positions of the plan that are left out. */
export function progressOf(
  { head, measurements }: Pick<KeptSession, 'head' | 'measurements'>,
  skipped: readonly number[] = [],
): Progress {
  const all = [...measurements.values()];
  const done = new Set([...skipped, ...all.filter(countsFor).map(({ planned }) => planned)]);
  const open = head.plan.findIndex((_, at) => !done.has(at));
  const next = open < 0 ? head.plan.length : open;
  const ended = (end: MeasurementEnd): number => all.filter((one) => one.end === end).length;
  return {
    next,
    planned: head.plan[next] ?? null,
    answered: ended('answered'),
    refused: ended('refused'),
  };
}

/** Index of a new measurement: after the last, even if earlier ones are missing. */
export const nextIndex = ({ measurements }: Pick<KeptSession, 'measurements'>): number =>
  Math.max(-1, ...measurements.keys()) + 1;

/** The file of a session, and its name. */
export function sessionFile({ head, measurements }: KeptSession): { name: string; text: string } {
  const session: StudySession = { ...head, measurements: [...measurements.values()] };
  const day = new Date(head.startedMs).toISOString().slice(0, 10);
  return {
    name: `study-${head.participant}-${day}-${head.id.slice(0, 8)}.json`,
    text: JSON.stringify(session),
  };
}
