// SPDX-License-Identifier: Apache-2.0
/** Bundles a TypeScript entry of the workspace for Node; our own packages go in, npm packages stay outside but two. */
import path from 'node:path';
import { build } from 'rolldown';

/** Of hundreds of small files each, which cost every start of a program 0.4 s; pure JavaScript. */
const INSIDE = /^(?:kysely|zod)(?:\/|$)/;
const OURS = /^(?:\.|@perfuse\/)/;

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
    external: (id) => !OURS.test(id) && !path.isAbsolute(id) && !INSIDE.test(id),
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
