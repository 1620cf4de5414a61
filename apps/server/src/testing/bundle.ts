// SPDX-License-Identifier: Apache-2.0
/** Test helper: bundles the programs of this package as the build bundles them, because Node 20 reads no TypeScript. */
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { removeStaleFolders } from '@perfuse/testing/stale-folders';

const BUNDLER = pathToFileURL(path.join(CHECKOUT, 'scripts/bundle.mjs')).href;
/** Within the checkout, where the programs find their npm packages. */
const FOLDER = path.join(CHECKOUT, '.cache', 'server-test');

type Bundle = (entries: Record<string, string>, directory: string) => Promise<string>;

async function bundler(): Promise<Bundle> {
  const loaded: unknown = await import(/* @vite-ignore */ BUNDLER);
  const bundle: unknown =
    typeof loaded === 'object' && loaded !== null ? Reflect.get(loaded, 'bundle') : undefined;
  if (typeof bundle !== 'function') throw new Error('scripts/bundle.mjs exports no bundle');
  // The script is plain JavaScript; its documented signature is this one.
  return bundle as Bundle;
}

/** This process's own folder. */
export const bundleDirectory = (): string => path.join(FOLDER, String(process.pid));

/** Makes `main.mjs`, `analysis-worker.mjs` and `perfuse.mjs`. @returns the folder. */
export async function bundleInto(directory: string): Promise<string> {
  removeStaleFolders(FOLDER);
  const bundle = await bundler();
  await bundle(
    {
      main: path.join(CHECKOUT, 'apps/server/src/main.ts'),
      'analysis-worker': path.join(CHECKOUT, 'apps/server/src/modules/analysis/worker.ts'),
      perfuse: path.join(CHECKOUT, 'apps/server/src/cli/main.ts'),
    },
    directory,
  );
  return directory;
}
