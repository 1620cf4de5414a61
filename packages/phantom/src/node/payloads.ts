// SPDX-License-Identifier: Apache-2.0
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TraceChunk } from '@perfuse/contract/payload/chunk';
import { encodeChunk } from '@perfuse/contract/payload/codec';

function durationS({ frames: { timeMs } }: TraceChunk): number {
  const span = (timeMs[timeMs.length - 1] ?? 0) - (timeMs[0] ?? 0);
  // The last frame lasts as long as the others.
  const frame = timeMs.length > 1 ? span / (timeMs.length - 1) : 0;
  return Math.round(span + frame) / 1000;
}

/** Writes `payload0.bin` and `properties0.json` and so on into an existing folder. */
export async function writePayloads(
  chunks: readonly TraceChunk[],
  directory: string,
): Promise<void> {
  for (const chunk of chunks) {
    // So that a client can send the payload without decoding it.
    const properties = {
      chunk_number: chunk.index,
      number_chunks: chunk.count,
      duration_s: durationS(chunk),
    };
    const place = String(chunk.index);
    await writeFile(path.join(directory, `payload${place}.bin`), encodeChunk(chunk));
    await writeFile(
      path.join(directory, `properties${place}.json`),
      `${JSON.stringify(properties)}\n`,
    );
  }
}
