// SPDX-License-Identifier: Apache-2.0
/** The server as operators run it: a separate process, pinned to one core where the machine supports that. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { bundleInto } from '@perfuse/server/testing/bundle';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { IMAGE_NODE } from '@perfuse/testing/image-node';
import { cleanEnvironment } from '@perfuse/testing/local-server';

export interface LoadServer {
  readonly name: string;
  readonly pid: number;
  readonly origin: string;
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
  readonly output: () => string;
}

/**
 * The Node.js that runs the servers: PERFUSE_BENCH_NODE, or else that of the container image, or else the one that runs
 * this program.
 */
const SERVER_NODE = process.env['PERFUSE_BENCH_NODE'] ?? IMAGE_NODE ?? process.execPath;

/** Its version, such as `v24.21.0`. */
export const serverNodeVersion = (): string =>
  spawnSync(SERVER_NODE, ['--version'], { encoding: 'utf8' }).stdout.trim();

/** As the container image sets it. */
const IMAGE_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '1',
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
} as const;

/** Far above what virtual users from one address need. */
export const NO_RATE_LIMITS = {
  PERFUSE_RATE_STRICT: '1000000',
  PERFUSE_RATE_NORMAL: '1000000',
  PERFUSE_RATE_RELAXED: '1000000',
  PERFUSE_CONNECTIONS_ADDRESS: '1000000',
  PERFUSE_SOCKETS_ADDRESS: '1000000',
} as const;
export const NO_ADMISSION_LIMIT = { PERFUSE_MEASUREMENTS: '1000000' } as const;

/** Bundles the server and the operator's command from source. @returns the server's program. */
export const bundledServer = async (): Promise<string> =>
  path.join(await bundleInto(path.join(CHECKOUT, '.cache/bench-server')), 'main.mjs');

/** Cores of this machine; read before this process is pinned to one of them. */
export const CORES = availableParallelism();

/** Whether processes can be pinned to cores here: `taskset` and more than one core. */
export const CAN_PIN =
  CORES > 1 && spawnSync('taskset', ['-p', String(process.pid)], { stdio: 'ignore' }).status === 0;

/** Pins this process, its threads and its future children to cores in `taskset` notation, such as `0-3`. */
export function keepTo(cores: string): void {
  if (!CAN_PIN) return;
  spawnSync('taskset', ['-a', '-p', '-c', cores, String(process.pid)], { stdio: 'ignore' });
}

export interface LoadServerOptions {
  readonly name: string;
  readonly program: string;
  readonly environment: NodeJS.ProcessEnv;
  /** The core that it is pinned to; null for any. */
  readonly core: number | null;
  /** A program that starts the server in its own place, such as `unshare`, with its arguments. */
  readonly through?: readonly string[];
}

/** Starts a server and waits until it is ready. @throws Error with its output when it exits instead. */
export async function startLoadServer(options: LoadServerOptions): Promise<LoadServer> {
  const { name, program, environment, core, through = [] } = options;
  const words = [...through, SERVER_NODE, program];
  const [command = '', ...args] = core === null ? words : ['taskset', '-c', String(core), ...words];
  const child = spawn(command, args, {
    env: cleanEnvironment({
      PORT: '0',
      HOST: '127.0.0.1',
      PERFUSE_LOG_LEVEL: 'warn',
      ...IMAGE_ENVIRONMENT,
      ...environment,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // An interrupted run must not leave a server behind.
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  let output = '';
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (data: Buffer) => {
      output += data.toString();
      const found = /^ +Analysis +(http:\/\/\S+)\/analysis$/m.exec(output)?.[1];
      if (found !== undefined && output.includes('Data is stored in')) resolve(found);
    });
    void exited.then(() => reject(new Error(`${name} did not start: ${output}`)));
  });
  if (child.pid === undefined) throw new Error(`${name} has no process id`);
  return { name, pid: child.pid, origin, child, exited, output: () => output };
}

/** Kills a server and waits until it has exited. */
export async function killLoadServer({ child, exited }: LoadServer): Promise<void> {
  child.kill('SIGKILL');
  await exited;
}
