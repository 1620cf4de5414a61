// SPDX-License-Identifier: Apache-2.0
/** Test rig: bundles the programs of this package as the build bundles them, because Node 20 reads no TypeScript. */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');
const BUNDLER = pathToFileURL(path.join(ROOT, 'scripts/bundle.mjs')).href;
/** Within the checkout, where the programs find their npm packages. */
const FOLDER = path.join(ROOT, '.cache', 'server-test');

type Bundle = (entries: Record<string, string>, directory: string) => Promise<string>;

async function bundler(): Promise<Bundle> {
  const loaded: unknown = await import(/* @vite-ignore */ BUNDLER);
  const bundle: unknown =
    typeof loaded === 'object' && loaded !== null ? Reflect.get(loaded, 'bundle') : undefined;
  if (typeof bundle !== 'function') throw new Error('scripts/bundle.mjs exports no bundle');
  // The script is plain JavaScript; its documented signature is this one.
  return bundle as Bundle;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Removes what runs that were cut short left behind. */
function sweep(): void {
  let names: string[] = [];
  try {
    names = readdirSync(FOLDER);
  } catch {
    // No test has bundled anything here yet.
  }
  for (const name of names) {
    if (!isRunning(Number(name))) rmSync(path.join(FOLDER, name), { recursive: true, force: true });
  }
}

/** This process's own folder. */
export const bundleDirectory = (): string => path.join(FOLDER, String(process.pid));

/** Makes `main.mjs`, `analysis-worker.mjs` and `perfuse.mjs`. @returns the folder. */
export async function bundleInto(directory: string): Promise<string> {
  sweep();
  const bundle = await bundler();
  await bundle(
    {
      main: path.join(ROOT, 'apps/server/src/main.ts'),
      'analysis-worker': path.join(ROOT, 'apps/server/src/analysis/worker.ts'),
      perfuse: path.join(ROOT, 'apps/server/src/cli/main.ts'),
    },
    directory,
  );
  return directory;
}
