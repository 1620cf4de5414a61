// SPDX-License-Identifier: Apache-2.0
/**
 * Compiles the extractor's wasm, with SIMD and plain, into dist/, only when its sources or the compiler changed.
 * `node packages/extractor/build.mjs`, or `await buildExtractor()`.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const home = path.dirname(fileURLToPath(import.meta.url));
const source = path.join(home, 'assembly', 'index.ts');
const builds = { simd: ['--enable', 'simd'], plain: ['--disable', 'simd'] };
const shared = ['-O3', '--runtime', 'stub', '--noAssert', '--initialMemory', '2'];

/** A name for the inputs of a build: the same name, the same output. */
async function inputHash() {
  const hash = createHash('sha256');
  for (const file of [source, fileURLToPath(import.meta.url)]) hash.update(await readFile(file));
  return hash.digest('hex');
}

async function isFresh(stamp, hash) {
  const names = Object.keys(builds).map((name) =>
    path.join(home, 'dist', `extractor.${name}.wasm`),
  );
  try {
    await Promise.all(names.map((name) => readFile(name)));
    return (await readFile(stamp, 'utf8')) === hash;
  } catch {
    return false;
  }
}

/**
 * Compiles what is out of date.
 * @returns {Promise<boolean>} whether anything was compiled.
 */
export async function buildExtractor() {
  const stamp = path.join(home, 'dist', 'built-from');
  const hash = await inputHash();
  if (await isFresh(stamp, hash)) return false;
  await mkdir(path.join(home, 'dist'), { recursive: true });
  const { default: asc } = await import('assemblyscript/asc');
  for (const [name, flags] of Object.entries(builds)) {
    const out = path.join(home, 'dist', `extractor.${name}.wasm`);
    // Two test runners may compile at once: each writes its own file and puts it in place whole.
    const draft = `${out}.${String(process.pid)}`;
    const { error, stderr } = await asc.main([source, '--outFile', draft, ...shared, ...flags]);
    if (error) throw new Error(`${error.message}\n${stderr.toString()}`);
    await rename(draft, out);
  }
  await writeFile(stamp, hash);
  return true;
}

if (
  process.argv[1] !== undefined &&
  path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)
) {
  const compiled = await buildExtractor();
  process.stdout.write(compiled ? 'extractor: compiled\n' : 'extractor: up to date\n');
}
