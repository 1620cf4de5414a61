// SPDX-License-Identifier: Apache-2.0
/** Test helper: the server as a separate process, which can really be killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { ServerAddress } from '@perfuse/testing/client';
import { bundledServer } from './bundled.ts';

export interface ServerProcess extends ServerAddress {
  readonly child: ChildProcess;
  /** Its output so far. */
  readonly output: () => string;
  readonly exited: Promise<number | null>;
}

export interface Ending {
  readonly code: number | null;
  readonly output: string;
}

/** Starts the program, and does not wait until it is ready. */
export async function launch(
  environment: NodeJS.ProcessEnv,
  args: readonly string[] = [],
  node = process.execPath,
) {
  const main = path.join(await bundledServer(), 'main.mjs');
  const child = spawn(node, [main, ...args], {
    env: { PATH: process.env['PATH'], PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  // Not 'exit': it may come before the last output.
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', (code) => resolve(code));
  });
  return { child, exited, output: () => output };
}

/** Runs the program to its end. */
export async function runServer(
  environment: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): Promise<Ending> {
  const { exited, output } = await launch(environment, args);
  return { code: await exited, output: output() };
}

/**
 * Starts the program and resolves when it reports that it is ready. @param node the Node.js that runs it; by default
 * that of the tests.
 */
export async function startProcess(
  environment: NodeJS.ProcessEnv,
  node?: string,
): Promise<ServerProcess> {
  const { child, exited, output } = await launch(environment, [], node);
  const origin = await new Promise<string>((resolve, reject) => {
    const look = (): void => {
      const found = /^ +Analysis +(https?:\/\/\S+)\/analysis$/m.exec(output())?.[1];
      if (found !== undefined && output().includes('Data is stored in')) resolve(found);
    };
    child.stdout.on('data', look);
    void exited.then(() => reject(new Error(output())));
  });
  return { child, origin, host: new URL(origin).host, exited, output };
}
