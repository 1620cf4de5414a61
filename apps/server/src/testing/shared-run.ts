// SPDX-License-Identifier: Apache-2.0
/**
 * Around one run of the server's tests: the bundled programs and one PostgreSQL, each made in the runner's process when
 * the first test asks for it. A `globalSetup` of vitest; tests ask by run.ts.
 */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { bundleDirectory, bundleInto } from './bundle.ts';
import { startDatabases, type Databases } from './databases.ts';
import { useMemoryFolder } from './memory-folder.ts';
import { RUN, type Asked } from './run.ts';

/** @returns what ends the run. */
export default async function share(): Promise<() => Promise<void>> {
  // Both projects of the server's tests name this set-up.
  if (process.env[RUN] !== undefined) return () => Promise.resolve();
  const leaveMemory = useMemoryFolder();
  const directory = bundleDirectory();
  let bundle: Promise<string> | undefined;
  let databases: Promise<Databases> | undefined;
  const answers: Readonly<Record<Asked, () => Promise<string>>> = {
    bundle: () => (bundle ??= bundleInto(directory)),
    database: async () => (await (databases ??= startDatabases())).create(),
    'empty-database': async () => (await (databases ??= startDatabases())).createEmpty(),
  };
  const isAsked = (name: string): name is Asked => Object.hasOwn(answers, name);
  const answer = async (name: string): Promise<string> => {
    if (!isAsked(name)) throw new Error(`A run shares no ${name}.`);
    return answers[name]();
  };
  const server = createServer((request, response) => {
    answer((request.url ?? '').slice(1)).then(
      (value) => response.end(JSON.stringify({ value })),
      (error: unknown) => response.end(JSON.stringify({ error: String(error) })),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Proven: a server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  process.env[RUN] = `http://127.0.0.1:${String(port)}`;
  return async () => {
    Reflect.deleteProperty(process.env, RUN);
    server.closeAllConnections();
    server.close();
    await bundle?.catch(() => undefined);
    rmSync(directory, { recursive: true, force: true });
    await (await databases?.catch(() => undefined))?.stop();
    leaveMemory();
  };
}
