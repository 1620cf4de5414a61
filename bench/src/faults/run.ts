// SPDX-License-Identifier: Apache-2.0
/** People measure while a fault goes on, and what came of it. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Recording } from '@perfuse/testing/payloads';
import { studyOfGuests, VirtualPerson } from '@perfuse/testing/virtual-person';
import type { FaultSite } from './site.ts';

/** After the last chunk was due; longer than any fault here lasts. */
const PATIENCE_MS = 150_000;
const MOST_OFF = 3;

export interface FaultOptions {
  readonly people: number;
  readonly paceMs: number;
  /** They come within this time, ms. */
  readonly arrivalMs: number;
  readonly recordings: readonly Recording[];
}

/** Does harm until told to stop. @returns how often. */
export type Harm = (site: FaultSite, over: AbortSignal) => Promise<number>;

export interface FaultFigures {
  readonly people: number;
  readonly complete: number;
  readonly harms: number;
  readonly acknowledged: number;
  /** Chunks that were acknowledged and never answered. */
  readonly lost: number;
  /** Measurements closed more than once. */
  readonly duplicates: number;
  /** Final heart rates more than 3 a minute off. */
  readonly wrong: number;
  readonly reconnects: number;
  /** From sending a chunk for the first time to its result: the longest anybody waited, ms. */
  readonly longestPauseMs: number;
  readonly fault: string | null;
}

export async function runUnder(
  harm: Harm,
  site: FaultSite,
  { people, paceMs, arrivalMs, recordings }: FaultOptions,
): Promise<FaultFigures> {
  const studyId = await studyOfGuests(site.servers[0]?.origin ?? '');
  let asked = 0;
  const origin = (): string => {
    asked += 1;
    return site.servers[asked % site.servers.length]?.origin ?? '';
  };
  const one = async (at: number) => {
    const recording = recordings[at % recordings.length];
    if (recording === undefined) throw new Error('There is no recording.');
    await wait((arrivalMs * at) / people);
    const { payloads, bpm } = recording;
    const person = new VirtualPerson({
      origin,
      studyId,
      payloads,
      paceMs,
      patienceMs: PATIENCE_MS,
    });
    return { bpm, outcome: await person.measure() };
  };
  const over = new AbortController();
  const harming = harm(site, over.signal);
  const measured = await Promise.all(Array.from({ length: people }, (_none, at) => one(at)));
  over.abort();
  const harms = await harming;
  const outcomes = measured.map(({ outcome }) => outcome);
  const sum = (values: readonly number[]): number =>
    values.reduce((total, value) => total + value, 0);
  return {
    people,
    complete: outcomes.filter(({ kind }) => kind === 'complete').length,
    harms,
    acknowledged: sum(outcomes.map(({ acknowledged }) => acknowledged.length)),
    lost: sum(
      outcomes.map(
        ({ acknowledged, answered }) => acknowledged.filter((at) => !answered.includes(at)).length,
      ),
    ),
    duplicates: await site.closedTwice(),
    wrong: measured.filter(
      ({ bpm, outcome: { kind, heartRate } }) =>
        kind === 'complete' && (heartRate === null || Math.abs(heartRate - bpm) > MOST_OFF),
    ).length,
    reconnects: sum(outcomes.map(({ reconnects }) => reconnects)),
    longestPauseMs: Math.max(0, ...outcomes.flatMap(({ resultMs }) => [...resultMs.values()])),
    fault: outcomes.find(({ fault }) => fault !== null)?.fault ?? null,
  };
}
