// SPDX-License-Identifier: Apache-2.0
/**
 * `node packages/extractor/build.mjs`: compiles the extractor's wasm, with SIMD and plain, into wasm/, which is in git.
 * Run it after a change of assembly/; it installs the compiler (tools/assemblyscript), which nothing else needs.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { installTool } from '../../scripts/tool.mjs';

const file = fileURLToPath(import.meta.url);
const home = path.dirname(file);
const source = path.join(home, 'assembly', 'index.ts');
const inputs = [source, path.join(home, 'assembly', 'movement.ts')];
const builds = { simd: ['--enable', 'simd'], plain: ['--disable', 'simd'] };
const shared = ['-O3', '--runtime', 'stub', '--noAssert', '--initialMemory', '2'];

const compiler = path.join(home, '../../tools/assemblyscript/package.json');

/** Hash of source, flags and compiler: wasm/built-from.txt contains that of the files there. */
export async function sourceHash() {
  const hash = createHash('sha256').update(JSON.stringify([builds, shared]));
  for (const input of [...inputs, compiler]) hash.update(await readFile(input));
  return hash.digest('hex');
}

/** @returns {Promise<Record<string, Uint8Array>>} the wasm by file name. */
export async function compile() {
  installTool('assemblyscript');
  const { default: asc } = await import('assemblyscript/asc');
  const files = {};
  for (const [name, flags] of Object.entries(builds)) {
    const out = `extractor.${name}.wasm`;
    const { error, stderr } = await asc.main([source, '--outFile', out, ...shared, ...flags], {
      writeFile: (written, content) => {
        files[written] = content;
      },
    });
    if (error) throw new Error(`${error.message}\n${stderr.toString()}`);
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
