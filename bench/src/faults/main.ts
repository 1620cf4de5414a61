// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run bench:faults`: virtual people measure at real pace while servers, their threads, their database and their disk
 * are taken from them. Prints what became of what was acknowledged. Linux.
 */
import { cpSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { troubledWorker } from '@perfuse/testing/troubled-worker';
import { readCommandLine, refuse } from '../command-line.ts';
import { load, machine, machineLine } from '../machine.ts';
import { prepareRecordings } from '@perfuse/testing/payloads';
import { bundledServer } from '../load/server-process.ts';
import { databaseAway, databaseKilled, diskFull, serversKilled, workersTroubled } from './harms.ts';
import { runUnder, type FaultFigures, type Harm } from './run.ts';
import { embeddedSite, sharedSite, type FaultSite } from './site.ts';
import { hasSmallDisks, smallDiskSite } from './small-disk.ts';

const USAGE = `Usage: npm run bench:faults -- [options]

People measure at real pace while servers, their threads, their database and their disk are taken from them. Says what
became of what was acknowledged. All faults take some ten minutes; longer on a busy machine.

  --only a,b    some of database-away, database-killed, replica-killed, server-killed, worker-killed, disk-full
  --people N    how many measure (12)
  --away S      seconds that the database, and the space on the disk, are away (30)
  --json        one object for scripts

Ends with 1 when anything acknowledged was lost, a measurement closed twice, or a heart rate is wrong.
`;
const values = readCommandLine(USAGE, {
  people: { type: 'string', default: '12' },
  away: { type: 'string', default: '30' },
  only: { type: 'string' },
  json: { type: 'boolean', default: false },
});
const people = Number(values.people);
const awayMs = 1000 * Number(values.away);
const PACE_MS = 5_000;
const ARRIVAL_MS = 15_000;

interface Prepared {
  readonly site: FaultSite;
  readonly harm: Harm;
}

/** The server with a worker in the place of its own that can be troubled, and is the real one otherwise. */
async function troubledSite(): Promise<Prepared> {
  const folder = path.resolve('.cache/bench-faults');
  rmSync(folder, { recursive: true, force: true });
  cpSync(path.dirname(program), folder, { recursive: true });
  const real = path.join(folder, 'real-analysis-worker.mjs');
  renameSync(path.join(folder, 'analysis-worker.mjs'), real);
  const worker = await troubledWorker(real, folder);
  const site = await embeddedSite({
    program: path.join(folder, 'main.mjs'),
    environment: { PERFUSE_WORKERS: '2', PERFUSE_ANALYSIS_TIMEOUT_S: '5' },
  });
  return { site, harm: workersTroubled(worker, 2_500) };
}

const FAULTS: Readonly<Record<string, () => Promise<Prepared | null>>> = {
  'database-away': async () => ({
    site: await sharedSite({ program }),
    harm: databaseAway(awayMs),
  }),
  'database-killed': async () => ({
    site: await sharedSite({ program }),
    harm: databaseKilled(8_000),
  }),
  'replica-killed': async () => ({
    site: await sharedSite({ program }),
    harm: serversKilled(6_000),
  }),
  'server-killed': async () => ({
    site: await embeddedSite({ program }),
    harm: serversKilled(6_000),
  }),
  'worker-killed': troubledSite,
  'disk-full': async () => {
    if (!hasSmallDisks()) return null;
    const disk = await smallDiskSite(program);
    return { site: disk.site, harm: diskFull(disk, awayMs) };
  },
};

const chosen = values.only?.split(',') ?? Object.keys(FAULTS);
if (
  chosen.some((name) => FAULTS[name] === undefined) ||
  !(Number.isInteger(people) && people > 0) ||
  !(awayMs > 0)
) {
  const faults = Object.keys(FAULTS).join(', ');
  refuse(`--only takes ${faults}; --people a whole number; --away seconds.`, USAGE);
}
// A run that is broken off leaves nothing behind.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const before = machine();
const program = await bundledServer();
const recordings = prepareRecordings(6);

const HEAD =
  'fault            harms  people  complete  acknowledged  lost  duplicates  wrong  reconnects  longest pause  load';
const line = (name: string, figures: FaultFigures): string =>
  [
    name.padEnd(15),
    String(figures.harms).padStart(6),
    String(figures.people).padStart(6),
    String(figures.complete).padStart(8),
    String(figures.acknowledged).padStart(12),
    String(figures.lost).padStart(4),
    String(figures.duplicates).padStart(10),
    String(figures.wrong).padStart(5),
    String(figures.reconnects).padStart(10),
    `${(figures.longestPauseMs / 1000).toFixed(1)} s`.padStart(13),
    load().toFixed(1).padStart(4),
  ].join('  ') + (figures.fault === null ? '' : `\n  ${figures.fault}`);

const all: Record<string, FaultFigures | null> = {};
if (!values.json) process.stdout.write(`${machineLine(before)}\n\n${HEAD}\n`);
for (const name of chosen) {
  const prepared = (await FAULTS[name]?.()) ?? null;
  if (prepared === null) {
    all[name] = null;
    if (!values.json)
      process.stdout.write(`${name.padEnd(15)}  left out: no mount namespaces here\n`);
    continue;
  }
  const { site, harm } = prepared;
  const options = { people, paceMs: PACE_MS, arrivalMs: ARRIVAL_MS, recordings };
  try {
    const figures = await runUnder(harm, site, options);
    all[name] = figures;
    if (!values.json) process.stdout.write(`${line(name, figures)}\n`);
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
if (values.json) process.stdout.write(`${JSON.stringify({ machine: before, faults: all })}\n`);
else {
  const chunks = sum(({ acknowledged }) => acknowledged);
  process.stdout.write(
    `\n${String(chunks)} chunks acknowledged: ${String(lost)} lost, ${String(duplicates)} measurements closed twice, ${String(wrong)} wrong heart rates.\n`,
  );
}
process.exit(lost + duplicates + wrong > 0 ? 1 : 0);
