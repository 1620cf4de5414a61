// SPDX-License-Identifier: Apache-2.0
/**
 * A Python that has the vendor's client, fetched when it is asked for and kept in `.cache`: a virtual environment with
 * the package as the vendor's repository had it at one commit, and the aiohttp that it asks for.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { z } from '@perfuse/contract/schema';

/** Version 0.16.0. */
const COMMIT = '8a32085ef046c16335a5d844289bfbf26de82e05';
const REPOSITORY = 'https://github.com/nuralogix/dfx-apiv2-client-py';
/** Git holds what it fetches to the commit's name; the archive rests on the word of GitHub alone. */
const SOURCES = [
  { needs: 'git', source: `git+${REPOSITORY}.git@${COMMIT}` },
  { needs: null, source: `${REPOSITORY}/archive/${COMMIT}.tar.gz` },
] as const;
const FOLDER = path.resolve('.cache', `python-client-${COMMIT.slice(0, 12)}`);
const PROGRAM = process.platform === 'win32' ? ['Scripts', 'python.exe'] : ['bin', 'python'];
/** Where Python may be found. */
const NAMES = ['python3', 'python'] as const;
/** As the client asks. */
const IS_NEW_ENOUGH = 'import sys; sys.exit(sys.version_info < (3, 9))';
/** Where nothing answers, nobody should wait for the system to notice. */
const FETCH_MS = 300_000;

/** PEP 610: pip writes down where a package came from. */
const FACTS = `
import sys, json, aiohttp, dfx_apiv2_client
from importlib import metadata
try:
    found = metadata.distribution("dfx-apiv2-client")
    version, origin = found.version, json.loads(found.read_text("direct_url.json") or "{}")
except metadata.PackageNotFoundError:
    version, origin = "of " + dfx_apiv2_client.__path__[0], {}
print(json.dumps({
    "client": version, "aiohttp": aiohttp.__version__, "python": sys.version.split()[0],
    "source": origin.get("vcs_info", {}).get("commit_id") or origin.get("url"),
}))
`;
const factsSchema = z.object({
  client: z.string(),
  aiohttp: z.string(),
  python: z.string(),
  /** The commit, or the address of an archive; null where pip did not fetch it from one. */
  source: z.nullable(z.string()),
});
type Facts = z.infer<typeof factsSchema>;

export interface PythonClient {
  readonly python: string;
  /** Of the client, aiohttp and Python, in words. */
  readonly versions: string;
}

const inWords = ({ client, aiohttp, python, source }: Facts): string =>
  `dfx_apiv2_client ${client}${source === null ? '' : ` (${source})`}, aiohttp ${aiohttp}, Python ${python}`;

function factsOf(python: string): Facts | null {
  const { status, stdout } = spawnSync(python, ['-c', FACTS], { encoding: 'utf8' });
  return status === 0 ? factsSchema.parse(JSON.parse(stdout)) : null;
}

function run(program: string, args: readonly string[]): boolean {
  // What pip prints is no result of the bench.
  return spawnSync(program, args, { stdio: ['ignore', 2, 2], timeout: FETCH_MS }).status === 0;
}
const isHere = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

function makeEnvironment(): void {
  const python = NAMES.find((name) => isHere(name, ['-c', IS_NEW_ENOUGH]));
  if (python === undefined) throw new Error('It takes Python 3.9 or later: none was found.');
  if (!run(python, ['-m', 'venv', FOLDER])) {
    throw new Error(`${python} makes no virtual environment (Debian: apt install python3-venv).`);
  }
}

/** @returns what is in the environment then. @throws Error where no source can be reached. */
function fetchClient(python: string): Facts {
  const quick = ['--quiet', '--disable-pip-version-check', '--timeout', '15', '--retries', '1'];
  for (const { needs, source } of SOURCES) {
    if (needs !== null && !isHere(needs, ['--version'])) continue;
    process.stderr.write(`Fetching the client once: ${source}\n`);
    if (!run(python, ['-m', 'pip', 'install', ...quick, source])) continue;
    const facts = factsOf(python);
    if (facts?.source?.includes(COMMIT) === true) return facts;
  }
  throw new Error(
    `The client could not be fetched: it takes ${REPOSITORY} at commit ${COMMIT} from GitHub, and aiohttp and setuptools from PyPI. Where one of them is out of reach, name a Python that has the client with --python.`,
  );
}

/**
 * @param python one that has the client already; by default the environment in `.cache`, made when it is not there.
 * @throws Error saying what is missing.
 */
export function pythonClient(python: string | undefined): PythonClient {
  if (python !== undefined) {
    const facts = factsOf(python);
    if (facts !== null) return { python, versions: inWords(facts) };
    throw new Error(`--python: ${python} does not import dfx_apiv2_client and aiohttp`);
  }
  const own = path.join(FOLDER, ...PROGRAM);
  const kept = factsOf(own);
  if (kept?.source?.includes(COMMIT) === true) return { python: own, versions: inWords(kept) };
  rmSync(FOLDER, { recursive: true, force: true });
  try {
    makeEnvironment();
    return { python: own, versions: inWords(fetchClient(own)) };
  } catch (error) {
    // Half of an environment is none.
    rmSync(FOLDER, { recursive: true, force: true });
    throw error;
  }
}
