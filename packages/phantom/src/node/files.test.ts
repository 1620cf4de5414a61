// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decodeChunk } from '@perfuse/contract/payload/codec';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { phantomChunks } from '../chunks.ts';
import { createFaceVideo } from '../video/face-video.ts';
import { writePayloads } from './payloads.ts';
import { writeFaceVideo, y4mHeader } from './y4m.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'perfuse-phantom-'));
});
afterEach(() => rm(directory, { recursive: true }));

describe('Payload files', () => {
  it('are six decodable payloads, each with its properties', async () => {
    const chunks = phantomChunks({ seed: 2 });
    await writePayloads(chunks, directory);
    expect(await readdir(directory)).toHaveLength(12);
    for (const [index, chunk] of chunks.entries()) {
      const payload = await readFile(path.join(directory, `payload${String(index)}.bin`));
      expect(decodeChunk(payload)).toEqual({ ok: true, value: chunk });
      const text = await readFile(path.join(directory, `properties${String(index)}.json`), 'utf8');
      const properties: unknown = JSON.parse(text);
      expect(properties).toMatchObject({ chunk_number: index, number_chunks: 6 });
      expect(properties).toHaveProperty('duration_s', expect.closeTo(5, 0));
    }
  });
});

describe('The y4m file', () => {
  it('holds its header and every frame', async () => {
    const video = createFaceVideo({ seconds: 1, frameRate: 5, bpm: 60, breaths: 60 });
    const file = path.join(directory, 'face.y4m');
    await writeFaceVideo(video, file);
    const header = y4mHeader(640, 480, 5);
    const frameBytes = 6 + (640 * 480 * 3) / 2;
    expect((await stat(file)).size).toBe(header.length + video.frameCount * frameBytes);
    const bytes = await readFile(file);
    expect(bytes.toString('latin1', 0, header.length)).toBe(header);
    const second = header.length + frameBytes;
    expect(bytes.toString('latin1', second, second + 6)).toBe('FRAME\n');
    expect(bytes.subarray(second + 6, second + frameBytes).equals(video.frame(1))).toBe(true);
  });

  it('is rejected when it cannot be written', async () => {
    const video = createFaceVideo({ seconds: 1, frameRate: 5, bpm: 60, breaths: 60 });
    await expect(writeFaceVideo(video, path.join(directory, 'no', 'face.y4m'))).rejects.toThrow(
      /ENOENT/,
    );
  });

  it('states fractional frame rates as a ratio', () => {
    expect(y4mHeader(640, 480, 30)).toContain(' F30:1 ');
    expect(y4mHeader(640, 480, 30_000 / 1001)).toContain(' F30000:1001 ');
  });
});
