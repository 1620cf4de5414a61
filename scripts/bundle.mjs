// SPDX-License-Identifier: Apache-2.0
/** Bundles a TypeScript entry of the workspace for Node; our own packages go in, npm packages stay outside but two. */
import path from 'node:path';
import { build } from 'rolldown';

/** Of hundreds of small files each, which cost every start of a program 0.4 s; pure JavaScript. */
const INSIDE = /^(?:kysely|zod)(?:\/|$)/;
const OURS = /^(?:\.|@perfuse\/)/;

/** Nothing is renamed. V8 keeps a text of ASCII alone in half the memory: characters are escaped, comments left out. */
const AS_WRITTEN = {
  compress: false,
  mangle: false,
  codegen: { removeWhitespace: false, asciiOnly: true },
};

/**
 * @param {string | Record<string, string>} entry one file, or output name to file.
 * @param {string} directory where the output goes.
 * @param {{ cleanDir?: boolean, outside?: readonly string[], inPlaceOf?: Record<string, string> }} [options] whether
 *   files of earlier bundles go first, false; the npm packages that stay outside, most of them by default; files that
 *   take the place of packages.
 * @returns {Promise<{ file: string, modules: string[] }>} the first output file; the files that went in.
 */
export async function bundle(entry, directory, { cleanDir = false, outside, inPlaceOf = {} } = {}) {
  const staysOutside =
    outside === undefined
      ? (id) => !OURS.test(id) && !path.isAbsolute(id) && !INSIDE.test(id)
      : (id) => outside.some((name) => id === name || id.startsWith(`${name}/`));
  const result = await build({
    input: entry,
    platform: 'node',
    external: staysOutside,
    resolve: { alias: inPlaceOf },
    logLevel: 'warn',
    output: {
      dir: directory,
      format: 'esm',
      sourcemap: true,
      entryFileNames: '[name].mjs',
      minify: AS_WRITTEN,
      comments: { legal: true, annotation: false, jsdoc: false },
      cleanDir,
    },
  });
  const chunks = result.output.filter(({ type }) => type === 'chunk');
  return {
    file: path.resolve(directory, chunks[0].fileName),
    modules: chunks.flatMap(({ moduleIds }) => moduleIds),
  };
}
