// SPDX-License-Identifier: Apache-2.0
/**
 * Resources shared by one run of the server's tests: the bundled programs and one PostgreSQL, each created in the
 * runner's process when the first test requests it. A `globalSetup` of vitest; tests request them with run.ts.
 */
import { rmSync } from 'node:fs';
import { bundleDirectory, bundleInto } from './bundle.ts';
import { startDatabases, type Databases } from './databases.ts';
import { useMemoryFolder } from '@perfuse/testing/memory-folder';
import { RUN, type Asked } from './run.ts';
import { isServed, serveRun } from '@perfuse/testing/runner-service';

/** @returns a function that ends the run. */
export default async function share(): Promise<() => Promise<void>> {
  // Both projects of the server's tests use this set-up.
  if (isServed(RUN)) return () => Promise.resolve();
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
  const end = await serveRun(RUN, answer);
  return async () => {
    end();
    await bundle?.catch(() => undefined);
    rmSync(directory, { recursive: true, force: true });
    await (await databases?.catch(() => undefined))?.stop();
    leaveMemory();
  };
}
