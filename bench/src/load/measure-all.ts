// SPDX-License-Identifier: Apache-2.0
/** Many virtual users who measure at once. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Recording } from '@perfuse/testing/payloads';
import { VirtualUser, type VirtualUserOutcome } from '@perfuse/testing/virtual-user';

export interface MeasureAllOptions {
  readonly people: number;
  /** Time between the chunks of one user, ms. */
  readonly paceMs: number;
  /** Time over which they arrive, ms. */
  readonly arrivalMs: number;
  /** Servers that users are assigned to in turn. May change during the run. */
  readonly servers: () => readonly { readonly origin: string }[];
  readonly studyId: string;
  readonly recordings: readonly Recording[];
  readonly timeoutMs?: number;
  /** Users request the last result alone. Default: one after each chunk. */
  readonly lastOnly?: boolean | undefined;
}

export interface MeasuredAll {
  readonly outcomes: readonly VirtualUserOutcome[];
  /** Final heart rates that differ by more than 3 beats a minute from what was sent. */
  readonly wrong: number;
}

const TOLERANCE_BPM = 3;

/** Evenly spread but unordered numbers in 0..1, the same ones in every run, so that users are not in step. */
const spreadOut = (at: number): number => ((at + 1) * 0.618033988749895) % 1;

export async function measureAll(options: MeasureAllOptions): Promise<MeasuredAll> {
  const {
    people,
    paceMs,
    arrivalMs,
    servers,
    studyId,
    recordings,
    timeoutMs,
    lastOnly = false,
  } = options;
  let asked = 0;
  const origin = (): string => {
    const open = servers();
    asked += 1;
    return open[asked % open.length]?.origin ?? '';
  };
  const one = async (at: number) => {
    await wait(spreadOut(at) * arrivalMs);
    const recording = recordings[at % recordings.length];
    if (recording === undefined) throw new Error('There is no recording.');
    const { payloads, bpm } = recording;
    const person = new VirtualUser({ origin, studyId, payloads, paceMs, lastOnly, timeoutMs });
    return { bpm, outcome: await person.measure() };
  };
  const measured = await Promise.all(Array.from({ length: people }, (_none, at) => one(at)));
  const isWrong = ({ bpm, outcome: { kind, heartRate } }: (typeof measured)[number]): boolean =>
    kind === 'complete' && (heartRate === null || Math.abs(heartRate - bpm) > TOLERANCE_BPM);
  return {
    outcomes: measured.map(({ outcome }) => outcome),
    wrong: measured.filter(isWrong).length,
  };
}
