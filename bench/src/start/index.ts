// SPDX-License-Identifier: Apache-2.0
/** Start time of the built server, and its memory while nobody measures. Linux: it reads /proc. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { percentiles } from '../percentiles.ts';
import { usageOf } from '../load/process-usage.ts';
import { killLoadServer, startLoadServer, type LoadServer } from '../load/server-process.ts';

export interface StartFigures {
  /** With an empty folder, where it creates its tables and secrets. Best of several tries. */
  readonly first: StartCost;
  /** With the folder of the first start. The same. */
  readonly second: StartCost;
  /** Memory of a server with existing data when ready and {@link IDLE_S} later, MiB: median of several servers. */
  readonly readyMb: number;
  readonly idleMb: number;
}

export interface StartCost {
  /** From starting the process until it is ready, ms. */
  readonly readyMs: number;
  /** Processor time until then, ms. */
  readonly cpuMs: number;
}

export const IDLE_S = 60;
const TRIES = 5;
const PROGRAM = path.join(CHECKOUT, 'apps/server/dist/main.mjs');

async function startIn(folder: string) {
  const begun = performance.now();
  const environment = { PERFUSE_DATA_DIR: folder };
  const server = await startLoadServer({
    name: 'server',
    program: PROGRAM,
    environment,
    core: null,
  });
  const readyMs = performance.now() - begun;
  return { server, cost: { readyMs, cpuMs: 1000 * usageOf(server.pid).cpuS } };
}

const best = (costs: readonly StartCost[]): StartCost => ({
  readyMs: Math.min(...costs.map(({ readyMs }) => readyMs)),
  cpuMs: Math.min(...costs.map(({ cpuMs }) => cpuMs)),
});

const residentMb = ({ pid }: LoadServer): number => usageOf(pid).residentMb;

/** @throws Error when the server was not built. */
export async function runStartBench(): Promise<StartFigures> {
  if (!existsSync(PROGRAM)) throw new Error('Not built yet. Run npm run build.');
  const folders = Array.from({ length: TRIES }, () => temporaryDirectory('start'));
  const firsts: StartCost[] = [];
  const seconds: StartCost[] = [];
  const servers: LoadServer[] = [];
  const readyMb: number[] = [];
  for (const { path: folder } of folders) {
    const first = await startIn(folder);
    firsts.push(first.cost);
    await killLoadServer(first.server);
    const second = await startIn(folder);
    seconds.push(second.cost);
    readyMb.push(residentMb(second.server));
    servers.push(second.server);
  }
  await wait(1000 * IDLE_S);
  const idleMb = servers.map(residentMb);
  await Promise.all(servers.map(killLoadServer));
  for (const folder of folders) folder.remove();
  const median = (values: readonly number[]): number => percentiles(values).p50;
  return {
    first: best(firsts),
    second: best(seconds),
    readyMb: median(readyMb),
    idleMb: median(idleMb),
  };
}
