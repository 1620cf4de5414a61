// SPDX-License-Identifier: Apache-2.0
/** Serves the learned pulse estimator that an operator configured, and its runtime, to browsers: neither runs here. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LEARNED_FILES } from '@perfuse/contract/backend/learned-files';
import type { FastifyInstance } from 'fastify';
import type { RateGuards } from '../../platform/http/rate-tiers.ts';
import { setFileHeaders } from '../../platform/http/security-headers.ts';

/** A served file and its content type. */
interface ServedFile {
  readonly bytes: Buffer;
  readonly type: string;
}

export interface LearnedEstimator {
  /** Folder of the files, `/learned/` and a hash of them all; ends with a slash. */
  readonly path: string;
  readonly files: ReadonlyMap<string, ServedFile>;
}

/** PERFUSE_PULSE_MODEL names a file that cannot be used. */
export class PulseModelError extends Error {
  override readonly name = 'PulseModelError';
  /** An operator's mistake: reported in one line. */
  readonly code = 'PULSE_MODEL';

  constructor(file: string, why: unknown) {
    const reason = why instanceof Error ? why.message : String(why);
    super(`PERFUSE_PULSE_MODEL names ${file}, which cannot be used: ${reason}`);
  }
}

/** A network for phones is far smaller. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Tag of field 1 (varint) of ONNX's ModelProto: the format version, with which every file begins. */
const FIRST_BYTE = 0x08;

const TYPES: Readonly<Record<string, string>> = {
  '.mjs': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
  '.onnx': 'application/octet-stream',
};

/** @throws Error with what to do when the runtime is not installed. */
function runtimeFolder(): string {
  try {
    return path.dirname(
      createRequire(import.meta.url).resolve(`onnxruntime-web/${LEARNED_FILES.wasm}`),
    );
  } catch (cause) {
    throw new Error(
      'its runtime onnxruntime-web is not installed. In a checkout of Perfuse: npm run tool onnxruntime',
      { cause },
    );
  }
}

async function readModel(file: string): Promise<Buffer> {
  const bytes = await readFile(file);
  if (bytes.length > MAX_BYTES) throw new Error(`it has more than ${String(MAX_BYTES)} bytes`);
  if (bytes[0] !== FIRST_BYTE) throw new Error('it is not an ONNX file');
  return bytes;
}

/**
 * Reads the network and the runtime's files.
 * @param model PERFUSE_PULSE_MODEL. @throws PulseModelError
 */
export async function openLearnedEstimator(model: string): Promise<LearnedEstimator> {
  try {
    const network = await readModel(model);
    const folder = runtimeFolder();
    const hash = createHash('sha256');
    const files = new Map<string, ServedFile>();
    for (const name of Object.values(LEARNED_FILES)) {
      const isModel = name === LEARNED_FILES.model;
      const bytes = isModel ? network : await readFile(path.join(folder, name));
      hash.update(createHash('sha256').update(bytes).digest());
      files.set(name, { bytes, type: TYPES[path.extname(name)] ?? 'application/octet-stream' });
    }
    return { path: `/learned/${hash.digest('hex').slice(0, 32)}/`, files };
  } catch (error) {
    throw new PulseModelError(model, error);
  }
}

const compressed = promisify(gzip);
const YEAR_S = 31_536_000;

/** Serves the files to everybody, like those of the app, under a path that changes with them. */
export function registerLearnedEstimator(
  app: FastifyInstance,
  { path: folder, files }: LearnedEstimator,
  guards: RateGuards,
): void {
  for (const [name, { bytes, type }] of files) {
    let small: Promise<Buffer> | undefined;
    app.get(folder + name, { onRequest: guards.relaxed }, async (request, reply) => {
      setFileHeaders(reply, `/assets/${name}`);
      reply
        .type(type)
        .header('cache-control', `public, max-age=${String(YEAR_S)}, immutable`)
        .header('vary', 'accept-encoding');
      if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
        return reply.header('content-encoding', 'identity').send(bytes);
      }
      // Compressed once: it takes half a second of another thread.
      small ??= compressed(bytes);
      return reply.header('content-encoding', 'gzip').send(await small);
    });
  }
}
