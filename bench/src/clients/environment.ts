// SPDX-License-Identifier: Apache-2.0
/**
 * A Python that has the vendor's client, fetched when it is asked for and kept in `.cache`: a virtual environment with
 * the package as the vendor's repository had it at one commit, and the aiohttp that it asks for.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** Version 0.16.0. */
const COMMIT = '8a32085ef046c16335a5d844289bfbf26de82e05';
const ARCHIVE = `https://github.com/nuralogix/dfx-apiv2-client-py/archive/${COMMIT}.tar.gz`;
const FOLDER = path.resolve('.cache', `python-client-${COMMIT.slice(0, 12)}`);
const PROGRAM = process.platform === 'win32' ? ['Scripts', 'python.exe'] : ['bin', 'python'];
/** Where Python may be found, newest name first. */
const NAMES = ['python3', 'python'] as const;

const VERSIONS = `
import sys, aiohttp, dfx_apiv2_client
from importlib import metadata
try:
    version = metadata.version("dfx-apiv2-client")
except metadata.PackageNotFoundError:
    version = "of " + dfx_apiv2_client.__path__[0]
print(f"dfx_apiv2_client {version}, aiohttp {aiohttp.__version__}, Python {sys.version.split()[0]}")
`;

export interface PythonClient {
  readonly python: string;
  /** Of the client, aiohttp and Python, in words. */
  readonly versions: string;
}

function versionsOf(python: string): string | null {
  const { status, stdout } = spawnSync(python, ['-c', VERSIONS], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

function run(program: string, args: readonly string[]): boolean {
  // What pip prints is no result of the bench.
  return spawnSync(program, args, { stdio: ['ignore', 2, 2] }).status === 0;
}

/**
 * @param python one that has the client already; by default the environment in `.cache`, made when it is not there.
 * @throws Error saying what is missing.
 */
export function pythonClient(python: string | undefined): PythonClient {
  if (python !== undefined) {
    const versions = versionsOf(python);
    if (versions !== null) return { python, versions };
    throw new Error(`--python: ${python} does not import dfx_apiv2_client and aiohttp`);
  }
  const own = path.join(FOLDER, ...PROGRAM);
  const kept = versionsOf(own);
  if (kept !== null) return { python: own, versions: kept };
  rmSync(FOLDER, { recursive: true, force: true });
  if (!NAMES.some((name) => run(name, ['-m', 'venv', FOLDER]))) {
    throw new Error('It takes Python 3.9 or later with venv (Debian: apt install python3-venv).');
  }
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ARCHIVE];
  const versions = run(own, pip) ? versionsOf(own) : null;
  if (versions === null) {
    throw new Error(
      `The client could not be installed from ${ARCHIVE}. Where GitHub or PyPI is out of reach, name a Python that has it with --python.`,
    );
  }
  return { python: own, versions };
}
