// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run bench:faults`: virtual people measure at real pace while faults hit servers, their threads, their database
 * and their disk. Prints what became of the acknowledged chunks. Linux.
 */
import { cpSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { faultyWorker } from '@perfuse/testing/faulty-worker';
import { benchCommand, numberFrom, someOf, wholeFrom } from '../command-line.ts';
import { table } from '../table.ts';
import { load, machine, machineLine } from '../machine.ts';
import { prepareRecordings } from '@perfuse/testing/payloads';
import { bundledServer, serverNodeVersion } from '../load/server-process.ts';
import {
  databaseAway,
  databaseKilled,
  diskFull,
  serversKilled,
  workerFaults,
} from './injections.ts';
import { runUnder, type FaultFigures, type FaultInjection } from './run.ts';
import { embeddedSite, sharedSite, type FaultSite } from './site.ts';
import { hasSmallDisks, smallDiskSite } from './small-disk.ts';

const NAMES = [
  'database-away',
  'database-killed',
  'replica-killed',
  'server-killed',
  'worker-killed',
  'disk-full',
] as const;
const values = benchCommand(
  'bench:faults',
  `Simulated people measure in real time while servers, threads, the database and the disk fail. Reports whether acknowledged
data survived. All faults take about ten minutes, longer on a busy machine. Exits with 1 if acknowledged data was lost, a
measurement was closed twice, or a heart rate is wrong.`,
)
  .option('--only <a,b>', 'only these faults', someOf(NAMES), NAMES)
  .option('--people <n>', 'number of simulated people', wholeFrom(1, 1e6), 12)
  .option(
    '--away <s>',
    'seconds that the database or disk space is unavailable',
    numberFrom(0.1, 1e4),
    30,
  )
  .option('--json', 'print one JSON object')
  .parse()
  .opts<{ only: typeof NAMES; people: number; away: number; json?: true }>();
const { people } = values;
const awayMs = 1000 * values.away;
const PACE_MS = 5_000;
const ARRIVAL_MS = 15_000;

interface Prepared {
  readonly site: FaultSite;
  readonly inject: FaultInjection;
}

/** The server with the real worker behind fault injection. */
async function faultyWorkerSite(): Promise<Prepared> {
  const folder = path.resolve('.cache/bench-faults');
  rmSync(folder, { recursive: true, force: true });
  cpSync(path.dirname(program), folder, { recursive: true });
  const real = path.join(folder, 'real-analysis-worker.mjs');
  renameSync(path.join(folder, 'analysis-worker.mjs'), real);
  const worker = await faultyWorker(real, folder);
  const environment = { PERFUSE_WORKERS: '2', PERFUSE_ANALYSIS_TIMEOUT_S: '5' };
  const site = await embeddedSite(path.join(folder, 'main.mjs'), environment);
  return { site, inject: workerFaults(worker, 2_500) };
}

const FAULTS: Readonly<Record<(typeof NAMES)[number], () => Promise<Prepared | null>>> = {
  'database-away': async () => ({
    site: await sharedSite(program),
    inject: databaseAway(awayMs),
  }),
  'database-killed': async () => ({
    site: await sharedSite(program),
    inject: databaseKilled(8_000),
  }),
  'replica-killed': async () => ({
    site: await sharedSite(program),
    inject: serversKilled(6_000),
  }),
  'server-killed': async () => ({
    site: await embeddedSite(program),
    inject: serversKilled(6_000),
  }),
  'worker-killed': faultyWorkerSite,
  'disk-full': async () => {
    if (!hasSmallDisks()) return null;
    const disk = await smallDiskSite(program);
    return { site: disk.site, inject: diskFull(disk, awayMs) };
  },
};

// Clean up after an interrupted run.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const before = machine(serverNodeVersion());
const program = await bundledServer();
const recordings = prepareRecordings(6);

const HEAD = [
  'fault',
  'injected',
  'people',
  'complete',
  'acknowledged',
  'lost',
  'duplicates',
  'wrong',
  'reconnects',
  'longest pause',
  'load',
];
const row = (name: string, figures: FaultFigures): readonly string[] => [
  name,
  String(figures.injected),
  String(figures.people),
  String(figures.complete),
  String(figures.acknowledged),
  String(figures.lost),
  String(figures.duplicates),
  String(figures.wrong),
  String(figures.reconnects),
  `${(figures.longestPauseMs / 1000).toFixed(1)} s`,
  load().toFixed(1),
];
const note = (line: string): void => void process.stderr.write(`${line}\n`);

const rows: (readonly string[])[] = [];
const all: Record<string, FaultFigures | null> = {};
note(machineLine(before));
for (const name of values.only) {
  const prepared = await FAULTS[name]();
  if (prepared === null) {
    all[name] = null;
    note(`${name}: skipped, no mount namespaces here`);
    continue;
  }
  const { site, inject } = prepared;
  const options = { people, paceMs: PACE_MS, arrivalMs: ARRIVAL_MS, recordings };
  try {
    const figures = await runUnder(inject, site, options);
    all[name] = figures;
    rows.push(row(name, figures));
    note(`${name}: ${figures.fault ?? 'done'}`);
  } finally {
    await site.stop();
  }
}
const seen = Object.values(all).filter((figures) => figures !== null);
const sum = (of: (figures: FaultFigures) => number): number =>
  seen.reduce((total, figures) => total + of(figures), 0);
const [lost, duplicates, wrong] = [
  sum((figures) => figures.lost),
  sum((figures) => figures.duplicates),
  sum((figures) => figures.wrong),
];
if (values.json === true)
  process.stdout.write(`${JSON.stringify({ machine: before, faults: all })}\n`);
else {
  const chunks = sum(({ acknowledged }) => acknowledged);
  process.stdout.write(
    `${table(HEAD, rows)}\n\n${String(chunks)} chunks acknowledged: ${String(lost)} lost, ${String(duplicates)} measurements closed twice, ${String(wrong)} wrong heart rates.\n`,
  );
}
process.exit(lost + duplicates + wrong > 0 ? 1 : 0);
