// SPDX-License-Identifier: Apache-2.0
/** The figures as tables in the terminal. */
import { table } from '../table.ts';
import type { CrowdFigures } from './crowd.ts';
import {
  LIMIT_MS,
  type BurstFigures,
  type DrainFigures,
  type OverloadFigures,
} from './scenarios.ts';
import type { ProfileFigures } from './profile/profile-crowd.ts';
import type { Search } from './search.ts';

const whole = (value: number): string => (Number.isFinite(value) ? value.toFixed(0) : '-');

const HEAD = [
  'people',
  'done',
  'refused',
  'lost',
  'p50',
  'p95',
  'p99',
  'of limit',
  'ack p99',
  'CPU each',
  'cores',
  'peak MB',
  'own lag',
  'own CPU',
] as const;

const row = (figures: CrowdFigures): readonly string[] => [
  String(figures.people),
  String(figures.complete),
  String(figures.refused),
  String(figures.lost),
  whole(figures.resultMs.p50),
  whole(figures.resultMs.p95),
  whole(figures.resultMs.p99),
  (figures.resultMs.p99 / LIMIT_MS).toFixed(2),
  whole(figures.acknowledgedMs.p99),
  `${whole(figures.cpuMsEach)} ms`,
  figures.cores.toFixed(2),
  figures.peakMb.map(whole).join(' + '),
  figures.ownLagMs.toFixed(0),
  `${figures.ownCpuMsEach.toFixed(1)} ms`,
];

const faults = (all: readonly CrowdFigures[]): string =>
  all
    .filter(({ fault, wrong }) => fault !== null || wrong > 0)
    .map(
      ({ people, fault, wrong }) =>
        `\n  ${String(people)} people: ${String(wrong)} wrong heart rates; ${fault ?? 'nobody lost'}`,
    )
    .join('');

const COST_HEAD = [
  'people',
  'servers, CPU each',
  'database, CPU each',
  'log, kB',
  'flushes',
  'commits',
  'notifications',
  'growth, kB',
  'sent, kB',
  'received, kB',
] as const;

/** Cost of each measurement on shared resources: the database and the network. */
const costs = (figures: CrowdFigures): readonly string[] => [
  String(figures.people),
  `${whole(figures.cpuMsEach)} ms`,
  ...(figures.database === null
    ? ['-', '-', '-', '-', '-', '-']
    : [
        `${whole(figures.database.cpuMs)} ms`,
        whole(figures.database.walKb),
        figures.database.flushes.toFixed(1),
        figures.database.commits.toFixed(1),
        figures.database.notifications.toFixed(1),
        whole(figures.database.growthKb),
      ]),
  whole(figures.sentKb),
  whole(figures.receivedKb),
];

export function printCapacity(where: string, { most, steps }: Search<CrowdFigures>): string {
  const all = steps.map(({ found }) => found);
  return [
    `${where}: ${String(most)} concurrent people with 99 of 100 results within ${String(LIMIT_MS)} ms (times in ms)`,
    `${table(HEAD, all.map(row))}${faults(all)}`,
    'Database and network cost of each measurement:',
    `${table(COST_HEAD, all.map(costs))}\n`,
  ].join('\n');
}

export function printOverload({ most, full, over }: OverloadFigures): string {
  const { refusedMs } = over;
  return [
    `Overload: a server that admits ${String(most)} people gets three times as many at once`,
    `${table(HEAD, [row(full), row(over)])}${faults([full, over])}`,
    `  refused after ${whole(refusedMs.p50)} ms (median), ${whole(refusedMs.p99)} ms (p99)\n`,
  ].join('\n');
}

export function printBurst({ most, running, arriving }: BurstFigures): string {
  const { refusedMs } = arriving;
  return [
    `Burst: ${String(running.people)} people measure on a server that admits ${String(most)} when ${String(arriving.people)} more arrive within half a second`,
    `${table(HEAD, [row(running), row(arriving)])}${faults([running, arriving])}`,
    `  refused after ${whole(refusedMs.p50)} ms (median), ${whole(refusedMs.p99)} ms (p99)\n`,
  ].join('\n');
}

/** With a delay above this, the times reflect the load generator and not the servers, ms. */
const LATE_MS = 100;

/**
 * Verdict on the servers, in a line or two. The capacity of a slow machine is reported, not a fault; only lost users
 * and wrong heart rates are faults.
 */
export function printVerdict(all: readonly CrowdFigures[]): string {
  const sum = (of: (figures: CrowdFigures) => number): number =>
    all.reduce((total, figures) => total + of(figures), 0);
  const late = Math.max(...all.map(({ ownLagMs }) => ownLagMs));
  return [
    `${String(sum(({ people }) => people))} people: ${String(sum(({ complete }) => complete))} finished, ${String(sum(({ refused }) => refused))} were refused, ${String(sum(({ lost }) => lost))} lost; ${String(sum(({ wrong }) => wrong))} wrong heart rates.`,
    ...(late > LATE_MS
      ? [
          `The load generator was up to ${whole(late)} ms late (p99): this machine is too busy or too small for reliable times.`,
        ]
      : []),
  ].join('\n');
}

export function printDrain({ crowd, leftAfterS, exitCode }: DrainFigures): string {
  return [
    `Leaving: one of two servers gets SIGTERM while ${String(crowd.people)} people measure and arrive`,
    `${table(HEAD, [row(crowd)])}${faults([crowd])}`,
    `  it exited with ${String(exitCode)} after ${leftAfterS.toFixed(1)} s; ${String(crowd.reconnects)} websockets reconnected\n`,
  ].join('\n');
}

/** Smaller parts are not listed, ms. */
const MIN_MS = 0.05;

export function printProfile({ crowd, threadsMs, parts }: ProfileFigures): string {
  const sum = Object.values(threadsMs).reduce((total, ms) => total + ms, 0);
  const ms = (value: number): string => value.toFixed(1);
  return [
    `Processor time of a measurement, while profiled: ${ms(sum)} ms each`,
    `${table(HEAD, [row(crowd)])}${faults([crowd])}\n`,
    `${table(
      ['threads', 'ms each'],
      [
        ['main', ms(threadsMs.main)],
        ['analysis', ms(threadsMs.analysis)],
        ["V8's pool", ms(threadsMs.pool)],
        ['others', ms(threadsMs.others)],
      ],
    )}\n`,
    table(
      ['part', 'thread', 'ms each'],
      parts
        .filter((part) => part.ms >= MIN_MS)
        .map((part) => [part.part, part.thread, ms(part.ms)]),
    ),
    "A thread's processor time is divided among the parts in proportion to its samples: a call that wakes another thread, which then takes the core, appears more expensive than it is.\n",
  ].join('\n');
}
