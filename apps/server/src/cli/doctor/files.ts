// SPDX-License-Identifier: Apache-2.0
/** Checks who may read the files, and the disk that they are on. */
import { randomBytes, randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { SECRET_SETTINGS } from '../../platform/config/account-settings.ts';
import type { Configuration } from '../../platform/config/configuration.ts';
import { secretsFile } from '../../platform/crypto/secrets.ts';
import { DATABASE_FILE } from '../../platform/storage/database.ts';
import { isOpenToOthers } from '../../platform/storage/owner-only.ts';
import { codeOf, reasonOf } from '../../platform/telemetry/error-code.ts';
import { failed, ok, skipped, warning, type Finding } from './finding.ts';

const UNDER_ACCOUNT = "Run this command under the server's account.";

const rights = (file: string): string => (statSync(file).mode & 0o777).toString(8).padStart(4, '0');

/** Whether a file exists; null if this account may not find out. */
function isThere(file: string): boolean | null {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Its folder is closed to this account.
    return null;
  }
}

function checkRights(check: string, what: string, file: string, mode: string): Finding {
  const is = isThere(file);
  if (is === null) {
    const found = `${what} ${file} is in a folder that this account cannot access.`;
    return failed(check, found, UNDER_ACCOUNT);
  }
  if (!is) return skipped(check, `${what} ${file} does not exist yet.`);
  if (!isOpenToOthers(file)) return ok(check, `${what} ${file} is accessible only to its owner.`);
  return failed(
    check,
    `${what} ${file} has mode ${rights(file)}: other accounts on this machine can open it.`,
    `chmod ${mode} ${file}`,
  );
}

/** Write permission of the group and of everybody else. */
const WRITE_OF_OTHERS = 0o022;

/**
 * Like {@link checkRights}, for a file that may be mounted into a container, readable by the container's only account.
 */
function checkMounted(check: string, what: string, file: string, mode: string): Finding {
  const finding = checkRights(check, what, file, mode);
  if (finding.state !== 'failed' || isThere(file) === null) return finding;
  if ((statSync(file).mode & WRITE_OF_OTHERS) !== 0) return finding;
  const advice = `Expected if a container engine mounts it. Otherwise: chmod ${mode} ${file}`;
  return warning(check, finding.found, advice);
}

/** Secrets for which the environment names files, as orchestrators mount them. */
const mountedSecrets = (environment: NodeJS.ProcessEnv): readonly (readonly [string, string])[] =>
  [...SECRET_SETTINGS].flatMap((name) => {
    const file = environment[`${name}_FILE`] ?? '';
    return file === '' ? [] : [[`files.${name}_FILE`, file] as const];
  });

/** Checks whether accounts other than the server's can read secrets. */
export function checkFileRights(
  configuration: Configuration,
  environment: NodeJS.ProcessEnv,
): readonly Finding[] {
  const { PERFUSE_DATA_DIR, PERFUSE_SECRETS_FILE, PERFUSE_TLS_KEY, DATABASE_URL } = configuration;
  const folder = path.resolve(PERFUSE_DATA_DIR);
  const database = path.join(folder, DATABASE_FILE);
  return [
    ...(DATABASE_URL === undefined
      ? [
          checkRights('files.folder', 'The data folder', folder, '0700'),
          checkRights('files.database', 'The database', database, '0600'),
        ]
      : []),
    (PERFUSE_SECRETS_FILE === undefined ? checkRights : checkMounted)(
      'files.secrets',
      'The secrets file',
      path.resolve(secretsFile(folder, PERFUSE_SECRETS_FILE)),
      '0600',
    ),
    ...(PERFUSE_TLS_KEY === undefined
      ? []
      : [checkRights('files.PERFUSE_TLS_KEY', 'The TLS key', PERFUSE_TLS_KEY, '0600')]),
    ...mountedSecrets(environment).map(([check, file]) =>
      checkMounted(check, 'The mounted secret', file, '0400'),
    ),
  ];
}

const GIB = 1024 ** 3;
/** Below this, a backup or a busy day may fill the disk, bytes. */
const SPACE_WARNING = 2 * GIB;
const SPACE_FAILED = GIB / 4;
const gib = (bytes: number): string => `${(bytes / GIB).toFixed(1)} GiB`;

async function checkSpace(folder: string): Promise<Finding> {
  const check = 'disk.space';
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const found = `The disk of ${folder} has ${gib(free)} free.`;
  if (free >= SPACE_WARNING) return ok(check, found);
  const advice = `Free at least ${gib(SPACE_WARNING)}, or set PERFUSE_DATABASE_MAX_MB. When it is full, measurements are refused.`;
  return (free < SPACE_FAILED ? failed : warning)(check, found, advice);
}

const WRITES = 15;
/** Size of the commit of a chunk, bytes. */
const WRITE_BYTES = 32 * 1024;
/** A solid-state disk takes less, a hard disk about one revolution, ms. */
const SSD_MS = 5;
const SLOW_MS = 40;

/** Times writes that wait for the disk, as commits do. @returns the median, ms. */
async function medianFlush(folder: string): Promise<number> {
  const file = path.join(folder, `doctor-${randomUUID()}.tmp`);
  const handle = await open(file, 'wx', 0o600);
  const times: number[] = [];
  try {
    for (let at = 0; at < WRITES; at += 1) {
      const began = performance.now();
      await handle.write(randomBytes(WRITE_BYTES));
      await handle.datasync();
      times.push(performance.now() - began);
    }
  } finally {
    await handle.close();
    await rm(file, { force: true });
  }
  return times.sort((left, right) => left - right)[Math.floor(WRITES / 2)] ?? 0;
}

/** Rates the speed of a disk. @param ms median of a write that waits for the disk. */
export function flushTimeFinding(folder: string, ms: number): Finding {
  const check = 'disk.speed';
  const found = `A write to ${folder} reaches the disk in ${ms.toFixed(1)} ms`;
  if (ms <= SSD_MS) return ok(check, `${found}: as fast as a solid-state disk.`);
  if (ms <= SLOW_MS) return ok(check, `${found}: as fast as a hard disk, enough for a small site.`);
  return warning(
    check,
    `${found}: slow.`,
    'Put the data folder on a local solid-state disk. On a network disk, people wait for their results and fewer can measure at once.',
  );
}

/** Explains why the speed of the disk could not be measured. */
export function writeErrorFinding(folder: string, error: unknown): Finding {
  const check = 'disk.speed';
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return skipped(check, 'Requires free space on the disk.');
  const found = `A file in ${folder} cannot be written: ${reasonOf(error)}`;
  const advice =
    code === 'EROFS'
      ? 'The disk is read-only: check the system log (dmesg) for disk errors, and mount it for writing.'
      : `Run this command under the server's account, which must own the folder (chown -R perfuse ${folder}).`;
  return failed(check, found, advice);
}

/** Checks space and speed of the data folder's disk; skipped for PostgreSQL. */
export async function checkDisk({
  DATABASE_URL,
  PERFUSE_DATA_DIR,
}: Configuration): Promise<readonly Finding[]> {
  const folder = path.resolve(PERFUSE_DATA_DIR);
  if (DATABASE_URL !== undefined) {
    return [skipped('disk', 'The data is in PostgreSQL: check the disk of its server.')];
  }
  if (isThere(folder) === false)
    return [skipped('disk', `The folder ${folder} does not exist yet.`)];
  const findings: Finding[] = [];
  try {
    findings.push(await checkSpace(folder));
    findings.push(flushTimeFinding(folder, await medianFlush(folder)));
  } catch (error) {
    findings.push(writeErrorFinding(folder, error));
  }
  return findings;
}
