// SPDX-License-Identifier: Apache-2.0
/** Many virtual users who measure at once, and their cost on the servers. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { percentiles, type Percentiles } from '../percentiles.ts';
import { measureAll, type MeasureAllOptions, type MeasuredAll } from './measure-all.ts';
import type { DatabaseMeter, DatabaseUsage } from './database-usage.ts';
import { forgetPeak, usageOf } from './process-usage.ts';
import type { LoadServer } from './server-process.ts';
import type { VirtualUserOutcome } from '@perfuse/testing/virtual-user';

/** Per finished measurement. */
export interface DatabaseCost {
  readonly cpuMs: number;
  readonly walKb: number;
  readonly flushes: number;
  readonly commits: number;
  readonly notifications: number;
  /** Growth of its files. */
  readonly growthKb: number;
}

export interface CrowdOptions extends Omit<MeasureAllOptions, 'servers' | 'arrivalMs'> {
  readonly servers: readonly LoadServer[];
  /** Of the database that the servers share; null for an embedded one. */
  readonly meter?: DatabaseMeter | null;
  /** Servers that users are assigned to in turn; all servers by default. May change during the run. */
  readonly serving?: () => readonly LoadServer[];
  /** Time over which users arrive, ms. Default: that of one chunk. */
  readonly arrivalMs?: number;
}

export interface CrowdFigures {
  readonly people: number;
  readonly complete: number;
  readonly refused: number;
  readonly lost: number;
  /** Fault of the first lost user. */
  readonly fault: string | null;
  readonly wrong: number;
  /** Websockets that were reopened. */
  readonly reconnects: number;
  /** From sending a chunk to its result, ms, for users who finished. */
  readonly resultMs: Percentiles;
  /** From sending a chunk to its acknowledgement, ms, for users who finished. */
  readonly acknowledgedMs: Percentiles;
  /** From the request to the refusal, ms. */
  readonly refusedMs: Percentiles;
  /** Processor time of all servers per finished measurement, ms. */
  readonly cpuMsEach: number;
  /** Work of the shared database; null without one. */
  readonly database: DatabaseCost | null;
  /** Over the websockets per finished measurement, kB: from users to servers, and back. */
  readonly sentKb: number;
  readonly receivedKb: number;
  /** Share of one core that the servers used over the whole run. */
  readonly cores: number;
  /** Peak memory of each server, MiB. */
  readonly peakMb: readonly number[];
  /** Processor time of this process, with all its virtual users, per finished measurement, ms. */
  readonly ownCpuMsEach: number;
  /** Event loop delay of this process itself, 99th percentile, ms: included in every time above. */
  readonly ownLagMs: number;
  readonly seconds: number;
}

const NS_PER_MS = 1e6;
const US_PER_MS = 1000;

export async function runCrowd(options: CrowdOptions): Promise<CrowdFigures> {
  const {
    people,
    paceMs,
    servers,
    serving = () => servers,
    arrivalMs = paceMs,
    meter = null,
  } = options;
  for (const { pid } of servers) forgetPeak(pid);
  const before = servers.map(({ pid }) => usageOf(pid).cpuS);
  const databaseBefore = (await meter?.read()) ?? null;
  const lag = monitorEventLoopDelay({ resolution: 5 });
  lag.enable();
  const ownBefore = process.cpuUsage();
  const begun = performance.now();
  const measured = await measureAll({ ...options, servers: serving, arrivalMs });
  const seconds = (performance.now() - begun) / 1000;
  lag.disable();
  const own = process.cpuUsage(ownBefore);
  const after = servers.map(({ pid, child }) =>
    child.exitCode === null ? usageOf(pid) : { cpuS: NaN, residentMb: NaN, peakMb: NaN },
  );
  const cpuS = after.reduce((sum, { cpuS: now }, at) => sum + now - (before[at] ?? 0), 0);
  const databaseAfter = (await meter?.read()) ?? null;
  const figures = outcomeFigures(measured);
  return {
    ...figures,
    people,
    cpuMsEach: (1000 * cpuS) / figures.complete,
    database:
      databaseBefore === null || databaseAfter === null
        ? null
        : databaseCost(databaseBefore, databaseAfter, figures.complete),
    cores: cpuS / seconds,
    peakMb: after.map(({ peakMb }) => peakMb),
    ownCpuMsEach: (own.user + own.system) / US_PER_MS / figures.complete,
    ownLagMs: lag.percentile(99) / NS_PER_MS,
    seconds,
  };
}

function databaseCost(
  before: DatabaseUsage,
  after: DatabaseUsage,
  measurements: number,
): DatabaseCost {
  const each = (of: keyof DatabaseUsage, unit = 1): number =>
    (after[of] - before[of]) / unit / measurements;
  return {
    cpuMs: each('cpuS', 1 / 1000),
    walKb: each('walBytes', 1000),
    flushes: each('flushes'),
    commits: each('commits'),
    notifications: each('notifications'),
    growthKb: each('bytes', 1000),
  };
}

function outcomeFigures({ outcomes, wrong }: MeasuredAll) {
  const finished = outcomes.filter(({ kind }) => kind === 'complete');
  const count = (wanted: VirtualUserOutcome['kind']): number =>
    outcomes.filter(({ kind }) => kind === wanted).length;
  const sum = (direction: 'sent' | 'received'): number =>
    finished.reduce((total, { traffic }) => total + traffic[direction], 0);
  return {
    wrong,
    sentKb: sum('sent') / 1000 / finished.length,
    receivedKb: sum('received') / 1000 / finished.length,
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
