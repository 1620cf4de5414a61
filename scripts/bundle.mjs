// SPDX-License-Identifier: Apache-2.0
/** Bundles a TypeScript entry of the workspace for Node, with our own packages and two of the npm packages. */
import path from 'node:path';
import { build } from 'rolldown';

/** Packages of hundreds of small files each, which add 0.4 s to every start of a program; pure JavaScript. */
const INSIDE = /^(?:kysely|zod)(?:\/|$)/;
const OURS = /^(?:\.|@perfuse\/)/;

/** Nothing is renamed. V8 stores pure ASCII text in half the memory: characters are escaped, comments left out. */
const AS_WRITTEN = {
  compress: false,
  mangle: false,
  codegen: { removeWhitespace: false, asciiOnly: true },
};

/** Escapes the authors' names in licence comments, the only characters that `asciiOnly` does not. */
const ASCII_COMMENTS = {
  name: 'ascii-comments',
  generateBundle(_options, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk')
        file.code = file.code.replace(
          /[^\0-\x7f]/g,
          (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
  },
};

/**
 * @param {string | Record<string, string>} entry one file, or output name to file.
 * @param {string} directory where the output goes.
 * @param {{ cleanDir?: boolean, outside?: readonly string[], inPlaceOf?: Record<string, string> }} [options] whether
 *   files of earlier bundles are deleted first, false; the npm packages that stay outside, most of them by default;
 *   files that replace packages.
 * @returns {Promise<{ file: string, modules: string[] }>} the first output file; the bundled files.
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
    plugins: [ASCII_COMMENTS],
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
