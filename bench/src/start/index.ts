// SPDX-License-Identifier: Apache-2.0
/** Start time of the built server, and its memory while nobody measures. Linux: it reads /proc. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { usageOf } from '../load/process-usage.ts';
import { killLoadServer, startLoadServer } from '../load/server-process.ts';

export interface StartFigures {
  /** With an empty folder, where it creates its tables and secrets. Best of several tries, as for all figures here. */
  readonly first: StartCost;
  /** With the folder of the first start. */
  readonly second: StartCost;
  /** Memory right after the second start, and after {@link IDLE_S} without a measurement, MiB. */
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

/** @throws Error when the server was not built. */
export async function runStartBench(): Promise<StartFigures> {
  if (!existsSync(PROGRAM)) throw new Error('Not built yet. Run npm run build.');
  const firsts: StartCost[] = [];
  const seconds: StartCost[] = [];
  let [readyMb, idleMb] = [NaN, NaN];
  for (let tries = 0; tries < TRIES; tries += 1) {
    const folder = temporaryDirectory('start');
    const first = await startIn(folder.path);
    firsts.push(first.cost);
    await killLoadServer(first.server);
    const second = await startIn(folder.path);
    seconds.push(second.cost);
    if (tries === 0) {
      readyMb = usageOf(second.server.pid).residentMb;
      await wait(1000 * IDLE_S);
      idleMb = usageOf(second.server.pid).residentMb;
    }
    await killLoadServer(second.server);
    folder.remove();
  }
  return { first: best(firsts), second: best(seconds), readyMb, idleMb };
}
