// SPDX-License-Identifier: Apache-2.0
/** Bundles a TypeScript entry of the workspace for Node; our own packages go in, npm packages stay outside. */
import path from 'node:path';
import { build } from 'rolldown';

/**
 * @param {string | Record<string, string>} entry one file, or output name to file.
 * @param {string} directory where the output goes.
 * @param {{ cleanDir?: boolean }} [options] whether files of earlier bundles go first; false.
 * @returns {Promise<string>} the first output file.
 */
export async function bundle(entry, directory, { cleanDir = false } = {}) {
  const result = await build({
    input: entry,
    platform: 'node',
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id) && !id.startsWith('@perfuse/'),
    logLevel: 'warn',
    output: {
      dir: directory,
      format: 'esm',
      sourcemap: true,
      entryFileNames: '[name].mjs',
      cleanDir,
    },
  });
  const [first] = result.output;
  return path.resolve(directory, first.fileName);
}
