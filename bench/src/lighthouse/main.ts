// SPDX-License-Identifier: Apache-2.0
/** `npm run bench:lighthouse`: Lighthouse's scores of four screens, as a phone (slowed down by it) and a computer. */
import process from 'node:process';
import { EMPTY_PROFILE } from '@perfuse/contract/person/profile';
import type { StoredSession } from '@perfuse/web/internal/session/session-state';
import { OUTCOMES } from '@perfuse/web/internal/gallery/outcomes';
import { install } from '@perfuse/e2e/installation';
import { benchCommand } from '../command-line.ts';
import { table } from '../table.ts';
import { openLighthouse, type LighthouseReport } from './tool.ts';

const NEW: StoredSession = {
  version: 2,
  termsAccepted: false,
  consentCompleted: false,
  consent: null,
  profileCompleted: false,
  profile: EMPTY_PROFILE,
  selectedCamera: null,
  demographicsEntryMode: 'profileForm',
  organisation: null,
};

/** What the browser remembers decides which screen the address leads to. */
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

/** A page of results that is loaded shows those from before. */
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

function row(name: string, profile: string, report: LighthouseReport): string[] {
  const { categories, audits } = report;
  const points = ({ score }: { score: number | null }): string =>
    score === null ? '?' : String(Math.round(100 * score));
  const seconds = ({ numericValue }: { numericValue?: number | undefined }): string =>
    numericValue === undefined ? '?' : (numericValue / 1000).toFixed(1);
  return [
    `${name}, ${profile}`,
    points(categories.performance),
    points(categories.accessibility),
    points(categories['best-practices']),
    `${seconds(audits['first-contentful-paint'])} s`,
    `${seconds(audits['largest-contentful-paint'])} s`,
    `${(audits['total-blocking-time'].numericValue ?? 0).toFixed(0)} ms`,
    (audits['cumulative-layout-shift'].numericValue ?? 0).toFixed(3),
    new URL(report.finalDisplayedUrl).pathname,
  ];
}

benchCommand(
  'bench:lighthouse',
  'Scores four screens, as a phone and as a computer: a table in Markdown, and what a screen breaks.',
).parse();
const installation = await install();
const lighthouse = await openLighthouse();
try {
  const rows: string[][] = [];
  for (const isPhone of [true, false]) {
    for (const { name, address, session } of SCREENS) {
      const report = await lighthouse.audit(installation.url + address, seedOf(session), isPhone);
      rows.push(row(name, isPhone ? 'phone' : 'computer', report));
      for (const fault of report.faults) process.stderr.write(`${name}: ${fault}\n`);
    }
  }
  process.stdout.write(`${table(HEAD, rows)}\n`);
} finally {
  await lighthouse.close();
  await installation.remove();
}
