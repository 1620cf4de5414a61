// SPDX-License-Identifier: Apache-2.0
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, type InputType } from 'node:zlib';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';

const CACHE = path.resolve(import.meta.dirname, '../../../.cache/brotli');
const compress = promisify(brotliCompress);

/**
 * Compresses by content hash, cached across builds: the editions have most of their bytes in common, and compressing
 * them took longer than the rest of the build.
 */
async function brotliOnce(input: InputType): Promise<Buffer> {
  const isArrayBuffer = typeof input !== 'string' && !ArrayBuffer.isView(input);
  const bytes = isArrayBuffer ? new Uint8Array(input) : input;
  const file = path.join(CACHE, createHash('sha256').update(bytes).digest('hex'));
  const known = await readFile(file).catch(() => null);
  if (known !== null) return known;
  const compressed = await compress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  await mkdir(CACHE, { recursive: true });
  // Written atomically, for concurrent builds.
  const part = `${file}.${randomUUID()}`;
  await writeFile(part, compressed);
  await rename(part, file);
  return compressed;
}

/** Writes `.br` and `.gz` next to each file, for the server to send unchanged. */
export const precompression = () =>
  compression({
    include: /\.(?:js|css|html|wasm|json|bin|svg)$/,
    threshold: 1024,
    skipIfLargerOrEqual: true,
    logLevel: 'silent',
    algorithms: [defineAlgorithm('gzip', { level: 9 }), defineAlgorithm(brotliOnce)],
    filename: (id, { algorithm }) => `${id}.${algorithm === 'gzip' ? 'gz' : 'br'}`,
    scheduler: { limit: availableParallelism(), isHighMemory: (algorithm) => algorithm !== 'gzip' },
  });
