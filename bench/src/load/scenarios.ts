// SPDX-License-Identifier: Apache-2.0
/** The load scenarios: up to capacity, overload, and a server that leaves in the middle. */
import { setTimeout as wait } from 'node:timers/promises';
import { runCrowd, type CrowdFigures, type CrowdOptions } from './crowd.ts';
import type { Recording } from '@perfuse/testing/payloads';
import { searchHighestLoad, type Search } from './search.ts';
import { NO_ADMISSION_LIMIT } from './server-process.ts';
import { oneServer, twoServers, type Site, type SiteOptions } from './sites.ts';

/** The limit: 99 of 100 results arrive this soon after their chunk, ms. */
export const LIMIT_MS = 500;
const OVERLOAD = 3;

export interface ScenarioOptions {
  readonly program: string;
  readonly recordings: readonly Recording[];
  readonly paceMs: number;
  /** Only this many people; null searches for the most. */
  readonly people: number | null;
  /** People request the last result alone. */
  readonly lastOnly: boolean;
  readonly log: (line: string) => void;
}

/** Everybody finished with the right heart rate, and in time. */
export const inTime = (figures: CrowdFigures): boolean =>
  figures.complete === figures.people && figures.wrong === 0 && figures.resultMs.p99 < LIMIT_MS;

const briefly = ({ people, complete, refused, wrong, resultMs: { p99 } }: CrowdFigures): string =>
  `${String(people)} people: ${String(complete)} done, ${String(refused)} refused, ${String(wrong)} wrong, p99 ${p99.toFixed(0)} ms`;

async function at<T>(open: Promise<Site>, work: (site: Site) => Promise<T>): Promise<T> {
  const site = await open;
  try {
    return await work(site);
  } finally {
    await site.stop();
  }
}

const siteOptions = (
  { program, recordings }: ScenarioOptions,
  environment: NodeJS.ProcessEnv,
): SiteOptions => ({ program, recordings, environment });

/** Who comes when a number of people measure at once. */
type Arrivals = (
  atOnce: number,
  measurementMs: number,
) => Pick<CrowdOptions, 'people' | 'arrivalMs'>;

/** All within the time of one chunk: their final results, the most expensive ones, are due together. */
const together: Arrivals = (atOnce) => ({ people: atOnce });

/** Measurements in succession of each place. */
const ROUNDS = 3;

/** Evenly, as many in the time of a measurement as measure at once: whoever has finished is replaced. */
export const evenly: Arrivals = (atOnce, measurementMs) => ({
  people: ROUNDS * atOnce,
  arrivalMs: ROUNDS * measurementMs,
});

/** How many people at once, and the cost of each size. */
export async function capacity(
  open: typeof oneServer,
  options: ScenarioOptions,
  arrivals: Arrivals = together,
): Promise<Search<CrowdFigures>> {
  const { people, paceMs, recordings, lastOnly, log } = options;
  const measurementMs = paceMs * Math.max(...recordings.map(({ payloads }) => payloads.length));
  return at(open(siteOptions(options, NO_ADMISSION_LIMIT)), (site) =>
    searchHighestLoad({
      from: people ?? 40,
      upTo: people ?? 1280,
      least: people ?? 5,
      closeness: 0.25,
      passes: inTime,
      attempt: async (size) => {
        const crowd = arrivals(size, measurementMs);
        const found = await runCrowd({ ...site, ...crowd, paceMs, recordings, lastOnly });
        log(briefly(found));
        return found;
      },
    }),
  );
}

export interface OverloadFigures {
  /** Configured admission limit of the server. */
  readonly most: number;
  /** At the limit. */
  readonly full: CrowdFigures;
  /** Three times the limit. */
  readonly over: CrowdFigures;
}

/** Three times as many people as one server admits, within the time of one chunk. */
export async function overload(most: number, options: ScenarioOptions): Promise<OverloadFigures> {
  const { paceMs, recordings, log } = options;
  const environment = { PERFUSE_MEASUREMENTS: String(most) };
  return at(oneServer(siteOptions(options, environment)), async (site) => {
    const full = await runCrowd({ ...site, people: most, paceMs, recordings });
    log(briefly(full));
    const over = await runCrowd({ ...site, people: OVERLOAD * most, paceMs, recordings });
    log(briefly(over));
    return { most, full, over };
  });
}

export interface BurstFigures {
  /** Configured admission limit of the server. */
  readonly most: number;
  /** Half of the limit, already measuring when the others arrive. */
  readonly running: CrowdFigures;
  /** Three times the limit, all within half a second. */
  readonly arriving: CrowdFigures;
}

/** When the burst arrives, in chunks after the start: everybody else has begun, and nobody is done. */
const BURST_AT = 2.2;
const BURST_MS = 500;

/** A server on which people are measuring receives three times as many as it admits, within half a second. */
export async function burst(most: number, options: ScenarioOptions): Promise<BurstFigures> {
  const { paceMs, recordings, log } = options;
  const environment = { PERFUSE_MEASUREMENTS: String(most) };
  return at(oneServer(siteOptions(options, environment)), async (site) => {
    const come = async (): Promise<CrowdFigures> => {
      await wait(BURST_AT * paceMs);
      const people = OVERLOAD * most;
      return runCrowd({ ...site, people, paceMs, recordings, arrivalMs: BURST_MS });
    };
    const people = Math.max(1, Math.round(most / 2));
    const both = await Promise.all([runCrowd({ ...site, people, paceMs, recordings }), come()]);
    for (const figures of both) log(briefly(figures));
    // The server's usage cannot be divided between the two.
    const [running, arriving] = both.map((figures) => ({ ...figures, cpuMsEach: NaN }));
    if (running === undefined || arriving === undefined) throw new Error('There are not two.');
    return { most, running, arriving };
  });
}

export interface DrainFigures {
  readonly crowd: CrowdFigures;
  /** From SIGTERM to the exit of the process, s. */
  readonly leftAfterS: number;
  readonly exitCode: number | null;
}

/**
 * One of two servers is asked to stop while people measure and others arrive; no load balancer steers them away from
 * it.
 */
export async function drain(people: number, options: ScenarioOptions): Promise<DrainFigures> {
  const { paceMs, recordings } = options;
  return at(twoServers(siteOptions(options, NO_ADMISSION_LIMIT)), async (site) => {
    const [leaving, staying] = site.servers;
    if (leaving === undefined || staying === undefined) throw new Error('There are not two.');
    let leftAfterS = NaN;
    const leave = async (): Promise<number | null> => {
      await wait(3 * paceMs);
      const begun = performance.now();
      leaving.child.kill('SIGTERM');
      const code = await leaving.exited;
      leftAfterS = (performance.now() - begun) / 1000;
      return code;
    };
    const crowd: CrowdOptions = {
      servers: [staying],
      serving: () => (leaving.child.exitCode === null ? site.servers : [staying]),
      studyId: site.studyId,
      people,
      paceMs,
      recordings,
      // Half of them arrive after the stop request.
      arrivalMs: 6 * paceMs,
    };
    const [figures, exitCode] = await Promise.all([runCrowd(crowd), leave()]);
    return { crowd: figures, leftAfterS, exitCode };
  });
}
