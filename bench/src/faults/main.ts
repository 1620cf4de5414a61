// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run bench:faults`: virtual people measure at real pace while servers, their threads, their database and their disk
 * are taken from them. Prints what became of what was acknowledged; ends with 1 when any of it was lost.
 *
 * `--only database-away,disk-full` runs some faults, `--people N` (12), `--away S` is how long the database and the space
 * on the disk are away (30), `--json` prints one object. Linux.
 */
import { cpSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { troubledWorker } from '../../../apps/server/src/testing/troubled-worker.ts';
import { prepareRecordings } from '../load/payloads.ts';
import { bundledServer } from '../load/server-process.ts';
import { databaseAway, databaseKilled, diskFull, serversKilled, workersTroubled } from './harms.ts';
import { runUnder, type FaultFigures, type Harm } from './run.ts';
import { embeddedSite, sharedSite, type FaultSite } from './site.ts';
import { hasSmallDisks, smallDiskSite } from './small-disk.ts';

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '12' },
    away: { type: 'string', default: '30' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const people = Number(values.people);
const awayMs = 1000 * Number(values.away);
const PACE_MS = 5_000;
const ARRIVAL_MS = 15_000;

const program = await bundledServer();
const recordings = prepareRecordings(6);

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
if (chosen.some((name) => FAULTS[name] === undefined) || !(people > 0) || !(awayMs > 0)) {
  process.stderr.write(
    `--only takes ${Object.keys(FAULTS).join(', ')}; --people and --away numbers.\n`,
  );
  process.exit(2);
}

const HEAD =
  'fault            harms  people  complete  acknowledged  lost  duplicates  wrong  reconnects  longest pause';
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
  ].join('  ') + (figures.fault === null ? '' : `\n  ${figures.fault}`);

const all: Record<string, FaultFigures | null> = {};
if (!values.json) process.stdout.write(`${HEAD}\n`);
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
if (values.json) process.stdout.write(`${JSON.stringify(all)}\n`);
const isWhole = Object.values(all).every(
  (figures) => figures === null || (figures.lost === 0 && figures.duplicates === 0),
);
process.exit(isWhole ? 0 : 1);
