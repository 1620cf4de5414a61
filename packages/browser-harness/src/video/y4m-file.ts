// SPDX-License-Identifier: Apache-2.0
import { open } from 'node:fs/promises';
import { refused, type Outcome, accepted } from '@perfuse/contract/outcome';
import {
  i420Bytes,
  parseY4mHeader,
  Y4M_FRAME,
  Y4M_HEADER_LIMIT,
  Y4M_MAGIC,
  type Y4mHeader,
} from '@perfuse/capture/y4m';

export interface Y4mFile extends Y4mHeader {
  readonly frames: number;
  /** Whether every frame has the plain marker, so that a camera can play the file unchanged. */
  readonly plain: boolean;
}

async function startOf(file: string): Promise<{ start: Uint8Array; size: number }> {
  const handle = await open(file);
  try {
    const start = new Uint8Array(Y4M_HEADER_LIMIT);
    const { bytesRead } = await handle.read(start, 0, start.length, 0);
    return { start: start.subarray(0, bytesRead), size: (await handle.stat()).size };
  } finally {
    await handle.close();
  }
}

/** Whether a file's content is y4m, whatever its name. */
export async function isY4m(file: string): Promise<boolean> {
  const { start } = await startOf(file);
  return Buffer.from(start.subarray(0, Y4M_MAGIC.length)).toString('latin1') === Y4M_MAGIC;
}

export async function describeY4m(file: string): Promise<Outcome<Y4mFile>> {
  const { start, size } = await startOf(file);
  const parsed = parseY4mHeader(start);
  if (!parsed.ok) return refused(parsed.reason);
  const { header, bytes } = parsed.value;
  const frameBytes = Y4M_FRAME.length + i420Bytes(header.width, header.height);
  const frames = Math.floor((size - bytes) / frameBytes);
  return accepted({ ...header, frames, plain: (size - bytes) % frameBytes === 0 });
}
