// SPDX-License-Identifier: Apache-2.0
import path from 'node:path';
import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';

/** At the product's base path, under a name that never changes. */
const FILE_NAME = 'sw-start.js';
const ENTRY = path.resolve(
  import.meta.dirname,
  '../src/platform/service-worker/worker/sw-start.ts',
);

/**
 * Files that the app needs to start: scripts and styles. Workers, wasm and models are cached by the preload screen and
 * when they are used; a measurement needs the network anyway, unless this device analyses: then the workers are cached.
 */
const isScript = (fileName: string): boolean => /^assets\/[^/]+\.(?:js|css)$/.test(fileName);
const isWorker = (fileName: string): boolean => /-worker-[\w-]+\.js$/.test(fileName);

async function bundle(shell: unknown): Promise<string> {
  const build = await rolldown({
    input: ENTRY,
    platform: 'browser',
    transform: { define: { __PERFUSE_SHELL__: JSON.stringify(shell) } },
  });
  try {
    const { output } = await build.generate({ format: 'iife', minify: true });
    return output[0].code;
  } finally {
    await build.close();
  }
}

/**
 * Writes the service worker with the list of files that it caches. The version is the name of the entry file, which
 * changes with the content of any of its dependencies; a page reads it from its own script.
 */
export function serviceWorker(edition: string): Plugin {
  return {
    name: 'perfuse:service-worker',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, output) {
      const scripts = Object.keys(output).filter(isScript).sort();
      const files = scripts.filter((file) => !isWorker(file));
      const workers = scripts.filter(isWorker);
      const entry = Object.values(output).find((file) => file.type === 'chunk' && file.isEntry);
      if (entry === undefined) throw new Error('The build has no entry to name its version by.');
      const build = path.posix.basename(entry.fileName);
      const source = await bundle({ build, edition, files, workers });
      this.emitFile({ type: 'asset', fileName: FILE_NAME, source });
    },
  };
}
