// SPDX-License-Identifier: Apache-2.0
/** Finds an nginx for the tests, or gets the distribution's: unpacked in .cache, or else installed when run as root. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { CHECKOUT } from '@perfuse/testing/checkout';

/** Folder in which a downloaded nginx is unpacked. */
const UNPACKED = path.join(CHECKOUT, '.cache/nginx');
const LIMIT_MS = 3 * 60_000;

/**
 * Set on machines that cannot have nginx: the tests that need it are then skipped, with a notice. Otherwise they fail.
 */
export const mayBeMissing = process.env['PERFUSE_TEST_WITHOUT_NGINX'] === '1';

export interface Nginx {
  readonly program: string;
  /** The environment it needs, with the path of its libraries if they were unpacked with it. */
  readonly environment: NodeJS.ProcessEnv;
}

const run = (command: string, args: readonly string[], cwd?: string) =>
  spawnSync(command, args, {
    cwd,
    timeout: LIMIT_MS,
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });

const PLAIN = { PATH: process.env['PATH'] } as const;

/** Folders of libraries below a root, as Debian lays them out. */
function libraries(root: string): string {
  return ['usr/lib', 'lib']
    .map((folder) => path.join(root, folder))
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)))
    .join(':');
}

function starting(program: string): Nginx | null {
  if (program.includes('/') && !existsSync(program)) return null;
  const borrowed = { ...PLAIN, LD_LIBRARY_PATH: libraries(UNPACKED) };
  for (const environment of [PLAIN, borrowed]) {
    if (spawnSync(program, ['-v'], { env: environment }).status === 0)
      return { program, environment };
  }
  return null;
}

/** The nginx of PERFUSE_TEST_NGINX, an installed one, or one that was unpacked before; null if there is none. */
export function findNginx(): Nginx | null {
  const chosen = process.env['PERFUSE_TEST_NGINX'];
  const programs =
    chosen !== undefined && chosen !== ''
      ? [chosen]
      : [
          'nginx',
          '/usr/sbin/nginx',
          '/usr/local/sbin/nginx',
          path.join(UNPACKED, 'usr/sbin/nginx'),
        ];
  for (const program of programs) {
    const found = starting(program);
    if (found !== null) return found;
  }
  return null;
}

/** The distribution's package of nginx and the library packages that it depends on. */
function packages(): readonly string[] {
  const { stdout } = run('apt-cache', ['depends', 'nginx']);
  const needed = [...stdout.matchAll(/Depends: (lib(?!c6\b)[\w.+-]+|zlib1g)/g)];
  return ['nginx', ...needed.map(([, name = '']) => name)];
}

/** Unpacks the distribution's package beside our sources: nothing is installed and no service starts. */
function unpack(log: (line: string) => void): void {
  mkdirSync(UNPACKED, { recursive: true });
  log('No nginx yet: unpacking the one of the distribution.');
  // Without permission to update the package lists, the existing ones may do.
  run('apt-get', ['update']);
  const downloaded = run('apt-get', ['download', ...packages()], UNPACKED);
  if (downloaded.status !== 0) log(downloaded.stderr);
  for (const file of readdirSync(UNPACKED).filter((name) => name.endsWith('.deb'))) {
    run('dpkg-deb', ['-x', file, '.'], UNPACKED);
  }
}

function install(log: (line: string) => void): void {
  if (process.getuid?.() !== 0) return;
  log('No nginx yet: installing the one of the distribution.');
  run('apt-get', ['install', '-y', '--no-install-recommends', 'nginx-light']);
}

/** @throws Error that says what to do when none is found and none can be installed. */
export function ensureNginx(log: (line: string) => void): Nginx {
  for (const way of [() => undefined, unpack, install]) {
    way(log);
    const found = findNginx();
    if (found !== null) return found;
  }
  throw new Error(
    'No nginx was found and none could be installed. Install nginx yourself (Debian: apt-get install nginx), set ' +
      'PERFUSE_TEST_NGINX to the path of one, or PERFUSE_TEST_WITHOUT_NGINX=1 to leave its tests out.',
  );
}
