// SPDX-License-Identifier: Apache-2.0
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(?:js|css|html|wasm|json|bin|svg)$/;
/** Below this a compressed twin costs more in requests and disk than it saves. */
const MINIMUM_BYTES = 1024;
/** The best brotli setting takes about a second per megabyte; above this size the next best must do. */
const SLOW_BYTES = 1024 * 1024;

const brotli = promisify(brotliCompress);
const gunzippable = promisify(gzip);

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < MINIMUM_BYTES) return;
  const quality = bytes.length > SLOW_BYTES ? 9 : 11;
  const [br, gz] = await Promise.all([
    brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    gunzippable(bytes, { level: 9 }),
  ]);
  if (br.length < bytes.length) await writeFile(`${file}.br`, br);
  if (gz.length < bytes.length) await writeFile(`${file}.gz`, gz);
}

/** Writes a `.br` and a `.gz` twin beside every compressible file of the build, for the server to send as they are. */
export function precompress(): Plugin {
  let directory = '';
  return {
    name: 'perfuse:precompress',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      directory = path.resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      // After every other plugin has written its files.
      order: 'post',
      sequential: true,
      async handler() {
        const entries = await readdir(directory, { recursive: true, withFileTypes: true });
        const files = entries
          .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
          .map((entry) => path.join(entry.parentPath, entry.name));
        await Promise.all(files.map(compress));
      },
    },
  };
}
