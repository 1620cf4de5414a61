// SPDX-License-Identifier: Apache-2.0
/** Test rig: the programs of this package bundled as the build bundles them, because Node 20 reads no TypeScript. */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');
const BUNDLER = pathToFileURL(path.join(ROOT, 'scripts/bundle.mjs')).href;

type Bundle = (entries: Record<string, string>, directory: string) => Promise<string>;

async function bundler(): Promise<Bundle> {
  const loaded: unknown = await import(/* @vite-ignore */ BUNDLER);
  const bundle: unknown =
    typeof loaded === 'object' && loaded !== null ? Reflect.get(loaded, 'bundle') : undefined;
  if (typeof bundle !== 'function') throw new Error('scripts/bundle.mjs exports no bundle');
  // The script is plain JavaScript; its documented signature is this one.
  return bundle as Bundle;
}

let made: Promise<string> | undefined;

/** Folder with `main.mjs`, `analysis-worker.mjs` and `perfuse.mjs`, made once per test process. */
export function bundledServer(): Promise<string> {
  made ??= (async () => {
    const directory = path.join(ROOT, '.cache', 'server-test', String(process.pid));
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
  })();
  return made;
}

export const realWorker = async (): Promise<string> =>
  path.join(await bundledServer(), 'analysis-worker.mjs');
