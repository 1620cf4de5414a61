// SPDX-License-Identifier: Apache-2.0
/**
 * `node packages/extractor/build.mjs`: compiles the extractor's wasm, with SIMD and plain, into wasm/, which is in git.
 * Run it after a change of assembly/; it installs the compiler (tools/assemblyscript), which nothing else needs.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { assemblyHash, compileAssembly } from '../../scripts/assemblyscript.mjs';

const file = fileURLToPath(import.meta.url);
const home = path.dirname(file);
const source = path.join(home, 'assembly', 'index.ts');
const inputs = [source, path.join(home, 'assembly', 'movement.ts')];
const builds = { simd: ['--enable', 'simd'], plain: ['--disable', 'simd'] };
const shared = ['-O3', '--runtime', 'stub', '--noAssert', '--initialMemory', '2'];

/** Hash of source, flags and compiler: wasm/built-from.txt contains that of the files there. */
export const sourceHash = () => assemblyHash(inputs, [builds, shared]);

/** @returns {Promise<Record<string, Uint8Array>>} the wasm by file name. */
export async function compile() {
  const files = {};
  for (const [name, flags] of Object.entries(builds)) {
    files[`extractor.${name}.wasm`] = await compileAssembly(source, [...shared, ...flags]);
  }
  return files;
}

if (path.resolve(process.argv[1] ?? '') === file) {
  const target = path.join(home, 'wasm');
  for (const [name, content] of Object.entries(await compile())) {
    await writeFile(path.join(target, name), content);
  }
  await writeFile(path.join(target, 'built-from.txt'), `${await sourceHash()}\n`);
}
