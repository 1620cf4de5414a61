// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run bench:load`: virtual users who measure at once, each with six real chunks over a websocket, against one
 * server on one core and against two or four on PostgreSQL. Prints how many get their results in time, and at what
 * cost. Linux: it reads /proc, and pins processes to cores with taskset.
 */
import path from 'node:path';
import process from 'node:process';
import { benchCommand, numberFrom, someOf, wholeFrom } from '../command-line.ts';
import { machine, machineLine, type Machine } from '../machine.ts';
import type { CrowdFigures } from './crowd.ts';
import { prepareRecordings } from '@perfuse/testing/payloads';
import {
  printBurst,
  printCapacity,
  printDrain,
  printOverload,
  printProfile,
  printVerdict,
} from './print.ts';
import { profileCrowd, type ProfileFigures } from './profile/profile-crowd.ts';
import {
  burst,
  capacity,
  drain,
  evenly,
  overload,
  LIMIT_MS,
  type BurstFigures,
  type DrainFigures,
  type OverloadFigures,
  type ScenarioOptions,
} from './scenarios.ts';
import type { Search } from './search.ts';
import { bundledServer, CAN_PIN, CORES, serverNodeVersion } from './server-process.ts';
import { fourServers, oneServer, twoServers } from './sites.ts';

const PARTS = ['one', 'steady', 'two', 'four', 'overload', 'burst', 'leave'] as const;
/**
 * Only on request: four servers share the cores of a small machine and show what a measurement costs; a steady flow of
 * people takes two minutes for each size.
 */
const USUAL = PARTS.filter((part) => part !== 'four' && part !== 'steady');
/** Share of the measured capacity that a server is configured to admit: real users do not arrive as evenly spread. */
const SHARE = 0.7;
/** Used when the search did not run. */
const PEOPLE = 60;

const values = benchCommand(
  'bench:load',
  `Simulated people measure concurrently against a real server, each sending six chunks in real time. Finds how many people can
get 99 of 100 results within 500 ms, and the cost of each. All parts take about 25 minutes, one size of one part 40 seconds.

one: a server on one core with SQLite, whose people all arrive within the time of one chunk; steady: the same server, but people
arrive evenly, and whoever has finished is replaced (only on request); two, four: servers on PostgreSQL, four only on request; overload: three times as many
people as the server admits; burst: the same within half a second; leave: a server receives SIGTERM. Exits with 1 if a person
was lost or got a wrong heart rate; the capacity of the machine is only reported.`,
)
  .option('--only <one,two>', 'only these parts', someOf(PARTS), USUAL)
  .option('--people <n>', 'use this number instead of searching for the maximum', wholeFrom(1, 1e6))
  .option(
    '--pace <s>',
    'seconds between the chunks of a person; 5 with a camera',
    numberFrom(0.01, 15),
    5,
  )
  .option(
    '--last-only',
    'request only the last result (parts one, steady, two and four, and the profile)',
  )
  .option(
    '--profile <folder>',
    'only profile the processor time of a measurement, with 60 people or --people; writes the profiles to the folder',
  )
  .option('--json', 'print one JSON object')
  .parse()
  .opts<{
    only: typeof PARTS;
    people?: number;
    pace: number;
    lastOnly?: true;
    profile?: string;
    json?: true;
  }>();
const people = values.people ?? null;
const wants = (part: (typeof PARTS)[number]): boolean =>
  values.profile === undefined && values.only.includes(part);
const say = (line: string): void => {
  if (values.json !== true) process.stdout.write(`${line}\n`);
};

const report: {
  machine: Machine & { readonly isPinned: boolean };
  limitMs: number;
  one?: Search<CrowdFigures>;
  steady?: Search<CrowdFigures>;
  two?: Search<CrowdFigures>;
  four?: Search<CrowdFigures>;
  overload?: OverloadFigures;
  burst?: BurstFigures;
  leave?: DrainFigures;
  profile?: ProfileFigures;
} = {
  machine: { ...machine(serverNodeVersion()), isPinned: CAN_PIN },
  limitMs: LIMIT_MS,
};
const options: ScenarioOptions = {
  program: await bundledServer(),
  recordings: prepareRecordings(10),
  paceMs: values.pace * 1000,
  people,
  lastOnly: values.lastOnly === true,
  log: (line) => void process.stderr.write(`${line}\n`),
};
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
say(machineLine(report.machine));
say(
  CAN_PIN
    ? `Each server is pinned to one core of ${String(CORES)}; with a single server, the load generator is pinned to the last core.`
    : 'Processes cannot be pinned to cores here: servers and load generator share all of them.',
);

if (values.profile !== undefined) {
  report.profile = await profileCrowd(people ?? PEOPLE, path.resolve(values.profile), options);
  say(printProfile(report.profile));
}
if (wants('one')) {
  report.one = await capacity(oneServer, options);
  say(printCapacity('One server on one core, SQLite', report.one));
}
if (wants('steady')) {
  report.steady = await capacity(oneServer, options, evenly);
  say(printCapacity('The same server, people who arrive evenly', report.steady));
}
if (wants('two')) {
  report.two = await capacity(twoServers, options);
  say(printCapacity('Two servers on PostgreSQL', report.two));
}
if (wants('four')) {
  report.four = await capacity(fourServers, options);
  say(printCapacity('Four servers on PostgreSQL', report.four));
}
const found = Math.round(SHARE * (report.one?.most ?? 0));
const most = people ?? (found > 0 ? found : PEOPLE);
if (wants('overload')) {
  report.overload = await overload(most, options);
  say(printOverload(report.overload));
}
if (wants('burst')) {
  report.burst = await burst(most, options);
  say(printBurst(report.burst));
}
if (wants('leave')) {
  // Two servers and PostgreSQL share the cores that one server and the users had.
  report.leave = await drain(people ?? Math.min(PEOPLE, most), options);
  say(printDrain(report.leave));
}
const { one, steady, two, four, overload: over, burst: come, leave, profile } = report;
const crowds = [
  ...[one, steady, two, four].flatMap(
    (search) => search?.steps.map(({ found: figures }) => figures) ?? [],
  ),
  ...(over === undefined ? [] : [over.full, over.over]),
  ...(come === undefined ? [] : [come.running, come.arriving]),
  ...(leave === undefined ? [] : [leave.crowd]),
  ...(profile === undefined ? [] : [profile.crowd]),
];
say(printVerdict(crowds));
if (values.json === true) process.stdout.write(`${JSON.stringify(report)}\n`);
if (crowds.some(({ lost, wrong }) => lost + wrong > 0)) process.exitCode = 1;
