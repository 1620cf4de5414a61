// SPDX-License-Identifier: Apache-2.0
/** Processor time of a measurement by part: a crowd on a server whose threads are profiled. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from '@perfuse/contract/schema';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { until } from '@perfuse/testing/waiting';
import { runCrowd, type CrowdFigures } from '../crowd.ts';
import { NO_ADMISSION_LIMIT } from '../server-process.ts';
import { oneServer } from '../sites.ts';
import type { ScenarioOptions } from '../scenarios.ts';
import { cpuProfileSchema, selfTimes } from './cpu-profile.ts';
import { byPart } from './parts.ts';
import { bundledSources } from './sources.ts';
import { threadSeconds } from './threads.ts';

export interface PartFigures {
  readonly thread: 'main' | 'analysis';
  readonly part: string;
  /** Processor time per finished measurement, ms. */
  readonly ms: number;
}

export interface ProfileFigures {
  readonly crowd: CrowdFigures;
  /** Processor time of each kind of thread per finished measurement, ms. */
  readonly threadsMs: {
    readonly main: number;
    readonly analysis: number;
    /** V8's helper threads: garbage collection, compilation. */
    readonly pool: number;
    /** Files, password hashing, the database's own. */
    readonly others: number;
  };
  /** For the threads that run JavaScript: their processor time, divided in proportion to the samples. */
  readonly parts: readonly PartFigures[];
}

const RECORDER = path.join(CHECKOUT, 'bench/src/load/profile/recorder.cjs');
const startedSchema = z.object({ isMainThread: z.boolean() });

const read = <T>(file: string, schema: { parse: (value: unknown) => T }): T =>
  schema.parse(JSON.parse(readFileSync(file, 'utf8')));

const threadsIn = (folder: string, ending: string): readonly number[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => Number(name.slice(0, -ending.length)));

/**
 * Profiles one server on one core with SQLite.
 * @param folder where the threads' profiles are written, for a viewer such as Chromium's; emptied first.
 */
export async function profileCrowd(
  people: number,
  folder: string,
  { program, recordings, paceMs, lastOnly }: ScenarioOptions,
): Promise<ProfileFigures> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const site = await oneServer({
    program,
    recordings,
    environment: {
      ...NO_ADMISSION_LIMIT,
      NODE_OPTIONS: `--require=${RECORDER}`,
      BENCH_PROFILE_FOLDER: folder,
      // Threads that sleep outside their event loop would not receive the order to write.
      PISCINA_DISABLE_ATOMICS: '1',
    },
  });
  try {
    const [server] = site.servers;
    if (server === undefined) throw new Error('There is no server.');
    const { pid, child } = server;
    const mainOf = (): readonly number[] => threadsIn(folder, '.started.json');
    child.kill('SIGUSR2');
    await until(() => mainOf().length > 1 || undefined, 'the threads');
    const before = threadSeconds(pid);
    const crowd = await runCrowd({ ...site, people, paceMs, recordings, lastOnly });
    const after = threadSeconds(pid);
    child.kill('SIGUSR2');
    const alive = mainOf().filter((id) => after.has(id));
    const hasWritten = (id: number) => existsSync(path.join(folder, `${String(id)}.cpuprofile`));
    await until(() => alive.every(hasWritten) || undefined, 'the profiles of the threads');
    return { crowd, ...figuresOf(folder, { before, after, alive }, crowd.complete) };
  } finally {
    await site.stop();
  }
}

interface Threads {
  readonly before: ReadonlyMap<number, number>;
  readonly after: ReadonlyMap<number, number>;
  /** Those that run JavaScript. */
  readonly alive: readonly number[];
}

function figuresOf(
  folder: string,
  { before, after, alive }: Threads,
  measurements: number,
): Omit<ProfileFigures, 'crowd'> {
  const sourceOf = bundledSources();
  const pool = new Set(read(path.join(folder, 'pool.json'), z.array(z.int())));
  const threadsMs = { main: 0, analysis: 0, pool: 0, others: 0 };
  const parts: PartFigures[] = [];
  for (const [id, seconds] of after) {
    const ms = (1000 * (seconds - (before.get(id) ?? 0))) / measurements;
    if (!alive.includes(id)) {
      threadsMs[pool.has(id) ? 'pool' : 'others'] += ms;
      continue;
    }
    const { isMainThread } = read(path.join(folder, `${String(id)}.started.json`), startedSchema);
    const thread = isMainThread ? 'main' : 'analysis';
    threadsMs[thread] += ms;
    const profile = read(path.join(folder, `${String(id)}.cpuprofile`), cpuProfileSchema);
    const sampled = byPart(selfTimes(profile), sourceOf);
    const sum = [...sampled.values()].reduce((total, us) => total + us, 0);
    // Samples include time in which another process had the core, so the thread's processor time is what is divided.
    for (const [part, us] of sampled) parts.push({ thread, part, ms: (ms * us) / sum });
  }
  return { threadsMs, parts: parts.sort((a, b) => b.ms - a.ms) };
}
