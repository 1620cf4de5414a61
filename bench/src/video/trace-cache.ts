// SPDX-License-Identifier: Apache-2.0
/**
 * Extracted traces, keyed by the content of the recording and by the code that reads it: numbers only, never a picture.
 */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { extractedSchema, type ExtractedRecording } from './answer.ts';

/** What the numbers depend on in addition to the recording; versions of npm packages are those in the package.json. */
export const PIPELINE = [
  'packages/capture/package.json',
  'packages/capture/src',
  'packages/capture/tfjs-backend-wasm',
  'packages/extractor/src',
  'packages/extractor/wasm',
  'packages/contract/src/limits.ts',
  'packages/contract/src/payload',
  'bench/src/video/page',
];

export interface TraceCache {
  get(file: string): Promise<ExtractedRecording | null>;
  put(file: string, extracted: ExtractedRecording): Promise<void>;
}

async function addFile(hash: Hash, file: string): Promise<void> {
  for await (const part of createReadStream(file) as AsyncIterable<Buffer>) hash.update(part);
}

async function sourcesUnder(place: string): Promise<string[]> {
  const entries = await readdir(place, { withFileTypes: true, recursive: true }).catch(() => null);
  if (entries === null) return [place];
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

async function pipelineHash(workspace: string): Promise<string> {
  const hash = createHash('sha256');
  for (const place of PIPELINE) {
    for (const file of await sourcesUnder(path.join(workspace, place))) {
      hash.update(path.relative(workspace, file));
      await addFile(hash, file);
    }
  }
  return hash.digest('hex');
}

/** @param folder of the cached files; created on the first write. */
export function openTraceCache(
  folder: string = path.join(CHECKOUT, '.cache/bench-traces'),
): TraceCache {
  const pipeline = pipelineHash(CHECKOUT);
  const place = async (file: string): Promise<string> => {
    const hash = createHash('sha256').update(await pipeline);
    await addFile(hash, file);
    return path.join(folder, `${hash.digest('hex')}.json`);
  };
  return {
    async get(file) {
      const text = await readFile(await place(file), 'utf8').catch(() => null);
      if (text === null) return null;
      try {
        const parsed = extractedSchema.safeParse(JSON.parse(text));
        return parsed.success ? parsed.data : null;
      } catch {
        // A partial file of an interrupted run counts as missing.
        return null;
      }
    },
    async put(file, extracted) {
      const target = await place(file);
      const draft = `${target}.${String(process.pid)}`;
      await mkdir(folder, { recursive: true });
      await writeFile(draft, JSON.stringify(extracted));
      await rename(draft, target);
    },
  };
}
