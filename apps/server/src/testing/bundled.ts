// SPDX-License-Identifier: Apache-2.0
/** Test helper: the programs of this package, bundled once in a run of tests. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { bundleDirectory, bundleInto } from './bundle.ts';
import { sharedBundle } from './run.ts';

/** For a test of another project: bundled by its process, and removed when that exits. */
function bundleAlone(): Promise<string> {
  const directory = bundleDirectory();
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  return bundleInto(directory);
}

let made: Promise<string> | undefined;

/** Folder with `main.mjs`, `analysis-worker.mjs` and `perfuse.mjs`. */
export function bundledServer(): Promise<string> {
  made ??= sharedBundle().then((directory) => directory ?? bundleAlone());
  return made;
}

export const realWorker = async (): Promise<string> =>
  path.join(await bundledServer(), 'analysis-worker.mjs');
