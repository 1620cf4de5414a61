// SPDX-License-Identifier: Apache-2.0
/** A separate Perfuse server for one measurement. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { cleanEnvironment, freePort, isReady } from '@perfuse/testing/local-server';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { MeasureFailure } from './failure.ts';

/** The first start builds everything. */
const READY_LIMIT_MS = 300_000;
const POLL_MS = 200;
const STOP_LIMIT_MS = 8000;
const KEPT_LINES = 20;

export interface LocalServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Collects the last lines of a program's output, for the message when it fails. */
function lastLines(child: ChildProcess, show: boolean): () => string {
  let text = '';
  const listen = (data: Buffer): void => {
    if (show) process.stderr.write(data);
    text = (text + data.toString('utf8')).split('\n').slice(-KEPT_LINES).join('\n');
  };
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);
  return () => text.trim();
}

const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null;

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await Promise.race([ended, sleep(STOP_LIMIT_MS, undefined, { ref: false })]);
  if (!hasEnded(child)) child.kill('SIGKILL');
}

/**
 * Starts the real server on a free port, with its own data folder, which is removed afterwards.
 * @throws MeasureFailure `SERVER_FAILED` when it exits or does not become ready.
 */
export async function startServer(verbose: boolean): Promise<LocalServer> {
  const data = temporaryDirectory('data');
  const port = String(await freePort());
  const url = `http://localhost:${port}/`;
  const child = spawn(process.execPath, [path.join(CHECKOUT, 'scripts/start.mjs')], {
    cwd: CHECKOUT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: cleanEnvironment({
      PORT: port,
      HOST: '127.0.0.1',
      PERFUSE_DATA_DIR: data.path,
      PERFUSE_RECORDED_SOURCE: 'on',
    }),
  });
  const said = lastLines(child, verbose);
  const killAtExit = (): void => void child.kill('SIGKILL');
  process.on('exit', killAtExit);
  const close = async (): Promise<void> => {
    await stop(child);
    process.off('exit', killAtExit);
    data.remove();
  };
  const limit = Date.now() + READY_LIMIT_MS;
  while (!(await isReady(url))) {
    if (hasEnded(child) || Date.now() > limit) {
      const what = hasEnded(child) ? 'exited' : 'did not become ready';
      await close();
      throw new MeasureFailure('SERVER_FAILED', `The server ${what}. Its output:\n${said()}`);
    }
    await sleep(POLL_MS);
  }
  return { url, stop: close };
}
