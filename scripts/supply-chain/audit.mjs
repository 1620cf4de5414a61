// SPDX-License-Identifier: Apache-2.0
/** Known weaknesses of what is shipped, as the registry knows them today. */
import { spawnSync } from 'node:child_process';

const SERIOUS = new Set(['high', 'critical']);

/** The report of npm; null where the registry does not answer. */
export function askRegistry(root) {
  const { stdout } = spawnSync(
    'npm',
    ['audit', '--omit', 'dev', '--json', '--fetch-timeout=5000', '--fetch-retries=0'],
    { cwd: root, encoding: 'utf8', timeout: 20_000 },
  );
  try {
    const report = JSON.parse(stdout);
    return report.vulnerabilities === undefined ? null : report;
  } catch {
    return null;
  }
}

/** Advisories of a report, each once: a package that only depends on another names it instead. */
const advisoriesOf = (report) => [
  ...new Map(
    Object.values(report.vulnerabilities)
      .flatMap(({ via }) => via)
      .filter((via) => typeof via === 'object')
      .map((advisory) => [advisory.url, advisory]),
  ).values(),
];

/**
 * @param accepted by address of the advisory: `reason`, and `until`, the day from which it counts again.
 * @param today `YYYY-MM-DD`.
 */
export function auditProblems(report, accepted, today) {
  return advisoriesOf(report)
    .filter(({ severity }) => SERIOUS.has(severity))
    .filter(({ url }) => !((accepted[url]?.until ?? '') > today && accepted[url]?.reason))
    .map(({ name, severity, title, url }) => `${name}: ${severity}, ${title} (${url})`);
}
