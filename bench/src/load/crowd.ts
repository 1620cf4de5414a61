// SPDX-License-Identifier: Apache-2.0
/** Many virtual people who measure at once, and what that cost the servers. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Recording } from '@perfuse/testing/payloads';
import { percentiles, type Percentiles } from './percentiles.ts';
import { forgetPeak, usageOf } from './process-usage.ts';
import type { LoadServer } from './server-process.ts';
import { VirtualPerson, type PersonOutcome } from '@perfuse/testing/virtual-person';

export interface CrowdOptions {
  readonly people: number;
  /** Time between the chunks of one person, ms. */
  readonly paceMs: number;
  readonly servers: readonly LoadServer[];
  /** Where people go, one after the other; all servers by default. May change on the way. */
  readonly serving?: () => readonly LoadServer[];
  readonly studyId: string;
  readonly recordings: readonly Recording[];
  /** Over which time they come, ms. Default: that of one chunk. */
  readonly arrivalMs?: number;
  readonly patienceMs?: number;
}

export interface CrowdFigures {
  readonly people: number;
  readonly complete: number;
  readonly refused: number;
  readonly lost: number;
  /** What the first of the lost ones met. */
  readonly fault: string | null;
  /** Final heart rates more than 3 beats a minute off what was sent. */
  readonly wrong: number;
  /** Websockets that were opened again. */
  readonly reconnects: number;
  /** From sending a chunk to its result, ms, of those who finished. */
  readonly resultMs: Percentiles;
  /** From sending a chunk to its acknowledgement, ms, of those who finished. */
  readonly acknowledgedMs: Percentiles;
  /** From asking to being refused, ms. */
  readonly refusedMs: Percentiles;
  /** Processor time of all servers for each finished measurement, ms. */
  readonly cpuMsEach: number;
  /** Share of one core that the servers used, over all the time. */
  readonly cores: number;
  /** Most memory of each server, MiB. */
  readonly peakMb: readonly number[];
  /** How late this process itself was, 99th percentile, ms: part of every time above. */
  readonly ownLagMs: number;
  readonly seconds: number;
}

const MOST_OFF = 3;
const NS_PER_MS = 1e6;

/** Evenly spread but unordered numbers in 0..1, the same ones in every run: people do not come in step. */
const spreadOut = (at: number): number => ((at + 1) * 0.618033988749895) % 1;

export async function runCrowd(options: CrowdOptions): Promise<CrowdFigures> {
  const { people, paceMs, servers, studyId, recordings, patienceMs } = options;
  const serving = options.serving ?? (() => servers);
  const arrivalMs = options.arrivalMs ?? paceMs;
  for (const { pid } of servers) forgetPeak(pid);
  const before = servers.map(({ pid }) => usageOf(pid).cpuS);
  const lag = monitorEventLoopDelay({ resolution: 5 });
  lag.enable();
  const begun = performance.now();
  let asked = 0;
  const origin = (): string => {
    const open = serving();
    asked += 1;
    return open[asked % open.length]?.origin ?? '';
  };
  const one = async (at: number) => {
    await wait(spreadOut(at) * arrivalMs);
    const recording = recordings[at % recordings.length];
    if (recording === undefined) throw new Error('There is no recording.');
    const outcome = await new VirtualPerson({
      origin,
      studyId,
      payloads: recording.payloads,
      paceMs,
      ...(patienceMs === undefined ? {} : { patienceMs }),
    }).measure();
    return { outcome, bpm: recording.bpm };
  };
  const measured = await Promise.all(Array.from({ length: people }, (_none, at) => one(at)));
  const seconds = (performance.now() - begun) / 1000;
  lag.disable();
  const after = servers.map(({ pid, child }) =>
    child.exitCode === null ? usageOf(pid) : { cpuS: NaN, residentMb: NaN, peakMb: NaN },
  );
  const cpuS = after.reduce((sum, { cpuS: now }, at) => sum + now - (before[at] ?? 0), 0);
  return {
    ...toldBy(measured.map(({ outcome }) => outcome)),
    people,
    wrong: measured.filter(
      ({ outcome: { kind, heartRate }, bpm }) =>
        kind === 'complete' && (heartRate === null || Math.abs(heartRate - bpm) > MOST_OFF),
    ).length,
    cpuMsEach:
      (1000 * cpuS) / measured.filter(({ outcome: { kind } }) => kind === 'complete').length,
    cores: cpuS / seconds,
    peakMb: after.map(({ peakMb }) => peakMb),
    ownLagMs: lag.percentile(99) / NS_PER_MS,
    seconds,
  };
}

function toldBy(outcomes: readonly PersonOutcome[]) {
  const finished = outcomes.filter(({ kind }) => kind === 'complete');
  const count = (wanted: PersonOutcome['kind']): number =>
    outcomes.filter(({ kind }) => kind === wanted).length;
  return {
    complete: finished.length,
    refused: count('refused'),
    lost: count('lost'),
    fault: outcomes.find(({ fault }) => fault !== null)?.fault ?? null,
    reconnects: outcomes.reduce((sum, { reconnects }) => sum + reconnects, 0),
    resultMs: percentiles(finished.flatMap(({ resultMs }) => [...resultMs.values()])),
    acknowledgedMs: percentiles(
      finished.flatMap(({ acknowledgedMs }) => [...acknowledgedMs.values()]),
    ),
    refusedMs: percentiles(
      outcomes.flatMap(({ refusal }) => (refusal === null ? [] : [refusal.ms])),
    ),
  };
}
