// SPDX-License-Identifier: Apache-2.0
/**
 * A Python with the vendor's client, fetched on first use and stored in `.cache`: a virtual environment with the
 * package as of one commit of the vendor's repository, and the aiohttp that it requires.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { z } from '@perfuse/contract/schema';

/** Version 0.16.0. */
const COMMIT = '8a32085ef046c16335a5d844289bfbf26de82e05';
const REPOSITORY = 'https://github.com/nuralogix/dfx-apiv2-client-py';
/** Git verifies what it fetches against the commit's hash; the archive relies on GitHub alone. */
const SOURCES = [
  { needs: 'git', source: `git+${REPOSITORY}.git@${COMMIT}` },
  { needs: null, source: `${REPOSITORY}/archive/${COMMIT}.tar.gz` },
] as const;
const FOLDER = path.resolve('.cache', `python-client-${COMMIT.slice(0, 12)}`);
const PROGRAM = process.platform === 'win32' ? ['Scripts', 'python.exe'] : ['bin', 'python'];
/** Names under which Python may be found. */
const NAMES = ['python3', 'python'] as const;
/** The minimum version that the client requires. */
const IS_NEW_ENOUGH = 'import sys; sys.exit(sys.version_info < (3, 9))';
/** Fails an unreachable source sooner than the system would. */
const FETCH_MS = 300_000;

/** PEP 610: pip records where a package came from. */
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
  /** The commit, or the URL of an archive; null where pip did not fetch it from one. */
  source: z.nullable(z.string()),
});
type Facts = z.infer<typeof factsSchema>;

export interface PythonClient {
  readonly python: string;
  /** Versions of the client, aiohttp and Python, as text. */
  readonly versions: string;
}

const inWords = ({ client, aiohttp, python, source }: Facts): string =>
  `dfx_apiv2_client ${client}${source === null ? '' : ` (${source})`}, aiohttp ${aiohttp}, Python ${python}`;

function factsOf(python: string): Facts | null {
  const { status, stdout } = spawnSync(python, ['-c', FACTS], { encoding: 'utf8' });
  return status === 0 ? factsSchema.parse(JSON.parse(stdout)) : null;
}

function run(program: string, args: readonly string[]): boolean {
  // pip's output is not a result of the bench.
  return spawnSync(program, args, { stdio: ['ignore', 2, 2], timeout: FETCH_MS }).status === 0;
}
const isHere = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

function makeEnvironment(): void {
  const python = NAMES.find((name) => isHere(name, ['-c', IS_NEW_ENOUGH]));
  if (python === undefined) throw new Error('Python 3.9 or later is required; none was found.');
  if (!run(python, ['-m', 'venv', FOLDER])) {
    throw new Error(
      `${python} cannot create a virtual environment (Debian: apt install python3-venv).`,
    );
  }
}

/** @returns what the environment then contains. @throws Error when no source can be reached. */
function fetchClient(python: string): Facts {
  const quick = ['--quiet', '--disable-pip-version-check', '--timeout', '15', '--retries', '1'];
  for (const { needs, source } of SOURCES) {
    if (needs !== null && !isHere(needs, ['--version'])) continue;
    process.stderr.write(`Downloading the client (once): ${source}\n`);
    if (!run(python, ['-m', 'pip', 'install', ...quick, source])) continue;
    const facts = factsOf(python);
    if (facts?.source?.includes(COMMIT) === true) return facts;
  }
  throw new Error(
    `The client could not be downloaded. It needs ${REPOSITORY} at commit ${COMMIT} from GitHub, and aiohttp and setuptools from PyPI. If one of them cannot be reached, pass a Python with the client installed: --python.`,
  );
}

/**
 * @param python one that already has the client; by default the environment in `.cache`, created when missing.
 * @throws Error that says what is missing.
 */
export function pythonClient(python: string | undefined): PythonClient {
  if (python !== undefined) {
    const facts = factsOf(python);
    if (facts !== null) return { python, versions: inWords(facts) };
    throw new Error(`--python: ${python} cannot import dfx_apiv2_client and aiohttp`);
  }
  const own = path.join(FOLDER, ...PROGRAM);
  const kept = factsOf(own);
  if (kept?.source?.includes(COMMIT) === true) return { python: own, versions: inWords(kept) };
  rmSync(FOLDER, { recursive: true, force: true });
  try {
    makeEnvironment();
    return { python: own, versions: inWords(fetchClient(own)) };
  } catch (error) {
    // Do not leave a partial environment.
    rmSync(FOLDER, { recursive: true, force: true });
    throw error;
  }
}
