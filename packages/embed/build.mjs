// SPDX-License-Identifier: Apache-2.0
/** The element in one file for pages without a bundler: the server provides it at /org/embed.js. */
import path from 'node:path';
import { rolldown } from 'rolldown';

/** @returns {Promise<string>} a minified ES module that imports nothing. */
export async function elementScript() {
  const bundle = await rolldown({ input: path.join(import.meta.dirname, 'src/index.ts') });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const [{ code }] = output;
  return code;
}
