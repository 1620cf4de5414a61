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
  overload,
  LIMIT_MS,
  type BurstFigures,
  type DrainFigures,
  type OverloadFigures,
  type ScenarioOptions,
} from './scenarios.ts';
import type { Search } from './search.ts';
import { bundledServer, CAN_PIN, CORES } from './server-process.ts';
import { fourServers, oneServer, twoServers } from './sites.ts';

const PARTS = ['one', 'two', 'four', 'overload', 'burst', 'leave'] as const;
/** Four servers share the cores of a small machine: they show what a measurement costs, and run only on request. */
const USUAL = PARTS.filter((part) => part !== 'four');
/** Share of the measured capacity that a server is configured to admit: real users do not arrive as evenly spread. */
const SHARE = 0.7;
/** Used when the search did not run. */
const PEOPLE = 60;

const values = benchCommand(
  'bench:load',
  `Virtual people measure at once against a real server, each with six chunks at real pace: how many get 99 of 100 results
within 500 ms, and what they cost. All parts take some 25 minutes, one size of one part 40 seconds.

one: a server on one core with SQLite; two, four: servers on PostgreSQL, four only when named; overload: three times as many as it may take; burst: those
in half a second; leave: a server that is asked to stop. Ends with 1 when a person was lost or got a wrong heart rate; how
many a machine serves is a finding.`,
)
  .option('--only <one,two>', 'some parts', someOf(PARTS), USUAL)
  .option('--people <n>', 'this many alone, instead of searching for the most', wholeFrom(1, 1e6))
  .option(
    '--pace <s>',
    "seconds between the chunks of a person; a camera's are 5",
    numberFrom(0.01, 15),
    5,
  )
  .option(
    '--last-only',
    'people ask for the last result alone (parts one, two and four, and the profile)',
  )
  .option(
    '--profile <folder>',
    'nothing but where the processor time of a measurement goes, with 60 people or --people; leaves the profiles there',
  )
  .option('--json', 'one object for scripts')
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
  two?: Search<CrowdFigures>;
  four?: Search<CrowdFigures>;
  overload?: OverloadFigures;
  burst?: BurstFigures;
  leave?: DrainFigures;
  profile?: ProfileFigures;
} = {
  machine: { ...machine(), isPinned: CAN_PIN },
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
    ? `Each server is kept to one core of ${String(CORES)}; beside one alone, the people keep to the last core.`
    : 'Processes could not be kept to cores here: servers and people share all of them.',
);

if (values.profile !== undefined) {
  report.profile = await profileCrowd(people ?? PEOPLE, path.resolve(values.profile), options);
  say(printProfile(report.profile));
}
if (wants('one')) {
  report.one = await capacity(oneServer, options);
  say(printCapacity('One server on one core, SQLite', report.one));
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
const { one, two, four, overload: over, burst: come, leave, profile } = report;
const crowds = [
  ...[one, two, four].flatMap((search) => search?.steps.map(({ found: figures }) => figures) ?? []),
  ...(over === undefined ? [] : [over.full, over.over]),
  ...(come === undefined ? [] : [come.running, come.arriving]),
  ...(leave === undefined ? [] : [leave.crowd]),
  ...(profile === undefined ? [] : [profile.crowd]),
];
say(printVerdict(crowds));
if (values.json === true) process.stdout.write(`${JSON.stringify(report)}\n`);
if (crowds.some(({ lost, wrong }) => lost + wrong > 0)) process.exitCode = 1;
