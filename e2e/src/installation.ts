// SPDX-License-Identifier: Apache-2.0
/** A real server in a separate process, which a test may kill and restart on the same data. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { cleanEnvironment, freePort, isReady } from '@perfuse/testing/local-server';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { until } from '@perfuse/testing/waiting';

const READY_LIMIT_MS = 60_000;

export interface Installation {
  /** Ends with a slash. */
  readonly url: string;
  /** `http://host:port/analysis/`. */
  readonly analysisUrl: string;
  /** Folder of its data. */
  readonly directory: string;
  /** The licence key that the start printed. */
  readonly licenceKey: string;
  /** Output of the server since its last start. */
  readonly output: () => string;
  /** Kills the server without letting it finish anything, like a crash. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** The built server (`npm run build`) on a free port with a data folder of its own. */
export async function install(env: Readonly<Record<string, string>> = {}): Promise<Installation> {
  const data = temporaryDirectory('e2e-data');
  const port = String(await freePort());
  const url = `http://localhost:${port}/`;
  let child: ChildProcess | null = null;
  let said = '';

  const start = async (): Promise<void> => {
    said = '';
    const started = spawn(process.execPath, [path.join(CHECKOUT, 'apps/server/dist/main.mjs')], {
      cwd: CHECKOUT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: cleanEnvironment({
        NODE_ENV: 'development',
        PORT: port,
        PERFUSE_DATA_DIR: data.path,
        ...env,
      }),
    });
    const listen = (text: Buffer): void => void (said += text.toString('utf8'));
    started.stdout.on('data', listen);
    started.stderr.on('data', listen);
    child = started;
    const limit = Date.now() + READY_LIMIT_MS;
    while (!(await isReady(url))) {
      if (started.exitCode !== null || Date.now() > limit) {
        throw new Error(`The server did not get ready. It said:\n${said}`);
      }
      await sleep(100);
    }
  };
  const kill = async (): Promise<void> => {
    const running = child;
    child = null;
    if (running?.exitCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  };

  await start();
  // The banner is printed after the server has become ready.
  const printed = (): string | undefined => /licence key\s+(\S+)\n/i.exec(said)?.[1];
  const licenceKey = await until(printed, 'a licence key').catch(async (error: unknown) => {
    await kill();
    throw new Error(said, { cause: error });
  });
  return {
    url,
    analysisUrl: new URL('analysis/', url).href,
    directory: data.path,
    licenceKey,
    output: () => said,
    kill,
    start,
    remove: async () => {
      await kill();
      data.remove();
    },
  };
}
