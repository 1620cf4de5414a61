// SPDX-License-Identifier: Apache-2.0
/** Installs the other engines from Debian's packages, if possible. */
import process from 'node:process';
import { hasCommand, runStep } from '../install.ts';
import { DEBIAN_PACKAGES, findFirefox, findWebKit } from './installed.ts';

const PROGRAM = 'apt-get';
const LIMIT_MS = 10 * 60_000;

const aptGet = (...args: readonly string[]): boolean =>
  runStep({ command: PROGRAM, args, timeoutMs: LIMIT_MS });

/** Why the packages could not be installed; null when they were. */
function install(): string | null {
  if (!hasCommand(PROGRAM)) return 'this machine has no apt-get';
  if (process.getuid?.() !== 0) return 'only root may install packages';
  // If the package lists cannot be updated, the existing ones may suffice.
  aptGet('update');
  const isDone = aptGet('install', '-y', '--no-install-recommends', ...DEBIAN_PACKAGES);
  return isDone ? null : 'apt-get failed';
}

/** Finds both engines, and installs missing ones. @returns the state of each, one line each. */
export function installEngines(): readonly string[] {
  const isWhole = findWebKit() !== null && findFirefox() !== null;
  const failure = isWhole ? null : install();
  const why = failure === null ? '' : `: ${failure}. Its tests are skipped.`;
  const say = (name: string, file: string | null): string =>
    file === null ? `${name}: not installed${why}` : `${name}: ${file}`;
  const packages = DEBIAN_PACKAGES.join(' ');
  return [
    say('WebKitGTK', findWebKit()?.browser ?? null),
    say('Firefox', findFirefox()),
    ...(failure === null ? [] : [`Install them yourself: apt-get install ${packages}`]),
  ];
}
