// SPDX-License-Identifier: Apache-2.0
import { ok, warning, type Finding } from './finding.ts';

/** End of security updates by major version, according to the release schedule of Node.js. */
const ENDS: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
};

/**
 * Checks the version of Node.js. From 22 on, a measurement takes less processor time (docs/performance.md).
 * @param version such as `v24.21.0`. @param now ms since 1970.
 */
export function nodeFinding(version: string, now: number): Finding {
  const check = 'node';
  const end = ENDS[Number(/^v(\d+)\./.exec(version)?.[1])];
  if (end === undefined || now <= Date.parse(end)) return ok(check, `Node.js ${version.slice(1)}.`);
  return warning(
    check,
    `Node.js ${version.slice(1)} has had no security updates since ${end}.`,
    'Install Node.js 24: with it, a server also takes less processor time for a measurement.',
  );
}
