// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run bench:lighthouse`: Lighthouse's scores of four screens, on a phone (throttled by Lighthouse) and a computer.
 */
import process from 'node:process';
import {
  INITIAL_STORED_SESSION as NEW,
  type StoredSession,
} from '@perfuse/web/internal/session/session-state';
import { OUTCOMES } from '@perfuse/web/internal/gallery/outcomes';
import { install } from '@perfuse/e2e/installation';
import { benchCommand, wholeFrom } from '../command-line.ts';
import { table } from '../table.ts';
import { openLighthouse, type LighthouseReport } from './tool.ts';

/** The state stored in the browser decides which screen the URL leads to. */
const SCREENS = [
  { name: 'start', address: '', session: NEW },
  { name: 'consent', address: '', session: { ...NEW, termsAccepted: true } },
  {
    name: 'camera',
    address: '',
    session: {
      ...NEW,
      termsAccepted: true,
      consentCompleted: true,
      demographicsEntryMode: 'noDemographics',
    },
  },
  { name: 'results', address: 'results', session: NEW },
] as const;

/** When the results page is loaded, it shows earlier results. */
const RELOADED = { ...OUTCOMES.good, finishedAt: Date.UTC(2026, 0, 31, 22, 5) };

const seedOf = (session: StoredSession): string => `
  localStorage.setItem('perfuse.session.consumer', ${JSON.stringify(JSON.stringify(session))});
  sessionStorage.setItem('perfuse.results.consumer', ${JSON.stringify(JSON.stringify([RELOADED]))});
`;

const HEAD = [
  'screen',
  'performance',
  'accessibility',
  'best practices',
  'first paint',
  'largest paint',
  'blocked',
  'shift',
  'address',
];

const performanceOf = ({ categories }: LighthouseReport): number =>
  100 * (categories.performance.score ?? Number.NaN);
const blockedOf = ({ audits }: LighthouseReport): number =>
  audits['total-blocking-time'].numericValue ?? Number.NaN;

/** Result of an audit over several runs: the lowest and the highest, where they differ. */
function range(of: (report: LighthouseReport) => number, reports: LighthouseReport[]): string {
  const [lowest, highest] = [Math.min(...reports.map(of)), Math.max(...reports.map(of))];
  return reports.length > 1 ? ` (${lowest.toFixed(0)} to ${highest.toFixed(0)})` : '';
}

/** The median run by performance; the lower one for an even number. */
function middleOf(reports: readonly LighthouseReport[]): LighthouseReport | undefined {
  const sorted = reports.toSorted((a, b) => performanceOf(a) - performanceOf(b));
  return sorted[(sorted.length - 1) >> 1];
}

function row(name: string, profile: string, reports: LighthouseReport[]): string[] {
  const middle = middleOf(reports);
  if (middle === undefined) return [];
  const { categories, audits } = middle;
  const points = ({ score }: { score: number | null }): string =>
    score === null ? '?' : String(Math.round(100 * score));
  const seconds = ({ numericValue }: { numericValue?: number | undefined }): string =>
    numericValue === undefined ? '?' : (numericValue / 1000).toFixed(1);
  return [
    `${name}, ${profile}`,
    points(categories.performance) + range(performanceOf, reports),
    points(categories.accessibility),
    points(categories['best-practices']),
    `${seconds(audits['first-contentful-paint'])} s`,
    `${seconds(audits['largest-contentful-paint'])} s`,
    `${blockedOf(middle).toFixed(0)} ms${range(blockedOf, reports)}`,
    (audits['cumulative-layout-shift'].numericValue ?? 0).toFixed(3),
    new URL(middle.finalDisplayedUrl).pathname,
  ];
}

const { runs } = benchCommand(
  'bench:lighthouse',
  `Scores four screens on a phone and a desktop computer. Prints a Markdown table of the run with the median performance, with the
range over all runs, and the audits that a screen fails. Three runs take about four minutes.`,
)
  .option('--runs <n>', 'audits of each screen', wholeFrom(1, 25), 3)
  .parse()
  .opts<{ runs: number }>();
const installation = await install();
const lighthouse = await openLighthouse();
try {
  const audits = [true, false].flatMap((isPhone) =>
    SCREENS.map((screen) => ({ ...screen, isPhone, reports: new Array<LighthouseReport>() })),
  );
  for (let run = 0; run < runs; run += 1) {
    for (const { name, address, session, isPhone, reports } of audits) {
      const report = await lighthouse.audit(installation.url + address, seedOf(session), isPhone);
      reports.push(report);
      for (const fault of report.faults) process.stderr.write(`${name}: ${fault}\n`);
    }
  }
  const rows = audits.map(({ name, isPhone, reports }) =>
    row(name, isPhone ? 'phone' : 'computer', reports),
  );
  process.stdout.write(`${table(HEAD, rows)}\n`);
} finally {
  await lighthouse.close();
  await installation.remove();
}
