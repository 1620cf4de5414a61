// SPDX-License-Identifier: Apache-2.0
/**
 * `node packages/vitals/build.mjs`: compiles assembly/ into src/kernels/compiled.ts, which is in git. Run it after a
 * change of assembly/; it installs the compiler (tools/assemblyscript), which nothing else needs.
 */
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { assemblyHash, compileAssembly } from '../../scripts/assemblyscript.mjs';

const file = fileURLToPath(import.meta.url);
const home = path.dirname(file);
const assembly = path.join(home, 'assembly');
const main = path.join(assembly, 'index.ts');
const sources = readdirSync(assembly)
  .filter((name) => name.endsWith('.ts'))
  .sort()
  .map((name) => path.join(assembly, name));
const flags = ['-O3', '--runtime', 'stub', '--noAssert', '--importMemory', '--enable', 'simd'];

/** The content of src/kernels/compiled.ts. */
export async function compiled() {
  const wasm = await compileAssembly(main, flags);
  const hex = Buffer.from(wasm).toString('hex');
  return `// SPDX-License-Identifier: Apache-2.0
// Written by build.mjs.

/** The WebAssembly of assembly/, hexadecimal. */
export const COMPILED =
  '${hex}';

/** Hash of what it was compiled from. */
export const COMPILED_FROM = '${await sourceHash()}';
`;
}

/** Hash of what assembly/ would be compiled from now. */
export const sourceHash = () => assemblyHash(sources, flags);

if (path.resolve(process.argv[1] ?? '') === file) {
  await writeFile(path.join(home, 'src/kernels/compiled.ts'), await compiled());
}
