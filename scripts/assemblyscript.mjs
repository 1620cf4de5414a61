// SPDX-License-Identifier: Apache-2.0
/** Compiles AssemblyScript whose result is in git: only after a change of the source is the compiler needed. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { installTool } from './tool.mjs';

const compiler = path.resolve(import.meta.dirname, '../tools/assemblyscript/package.json');

/**
 * Hash of sources, flags and compiler: stored with the result, it tells whether that is up to date.
 * @param {readonly string[]} sources files. @param {unknown} flags
 */
export async function assemblyHash(sources, flags) {
  const hash = createHash('sha256').update(JSON.stringify(flags));
  for (const input of [...sources, compiler]) hash.update(await readFile(input));
  return hash.digest('hex');
}

/**
 * @param {string} source the main file. @param {readonly string[]} flags of the compiler.
 * @returns {Promise<Uint8Array>} the wasm. @throws Error with the compiler's messages.
 */
export async function compileAssembly(source, flags) {
  installTool('assemblyscript');
  const { default: asc } = await import('assemblyscript/asc');
  let wasm = new Uint8Array();
  const { error, stderr } = await asc.main([source, '--outFile', 'out.wasm', ...flags], {
    writeFile: (_name, content) => {
      wasm = content;
    },
  });
  if (error) throw new Error(`${error.message}\n${stderr.toString()}`);
  return wasm;
}
