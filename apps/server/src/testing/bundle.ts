// SPDX-License-Identifier: Apache-2.0
/** Test helper: bundles the programs of this package as the build does, because Node 20 cannot run TypeScript. */
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { removeStaleFolders } from '@perfuse/testing/stale-folders';

const BUNDLER = pathToFileURL(path.join(CHECKOUT, 'scripts/bundle-server.mjs')).href;
/** Within the checkout, so that the programs find their npm packages. */
const FOLDER = path.join(CHECKOUT, '.cache', 'server-test');

type BundleServer = (directory: string) => Promise<void>;

async function bundler(): Promise<BundleServer> {
  const loaded: unknown = await import(/* @vite-ignore */ BUNDLER);
  const bundleServer: unknown =
    typeof loaded === 'object' && loaded !== null ? Reflect.get(loaded, 'bundleServer') : undefined;
  if (typeof bundleServer !== 'function')
    throw new Error('scripts/bundle-server.mjs exports no bundleServer');
  // The script is plain JavaScript; its documented signature is this one.
  return bundleServer as BundleServer;
}

/** This process's own folder. */
export const bundleDirectory = (): string => path.join(FOLDER, String(process.pid));

/** Creates `main.mjs`, `analysis-worker.mjs` and `perfuse.mjs`. @returns the folder. */
export async function bundleInto(directory: string): Promise<string> {
  removeStaleFolders(FOLDER);
  const bundleServer = await bundler();
  await bundleServer(directory);
  return directory;
}
