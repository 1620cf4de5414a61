// SPDX-License-Identifier: Apache-2.0
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createFaceVideo } from '@perfuse/phantom';
import { writeFaceVideo } from '@perfuse/phantom/node';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { analyse } from '@perfuse/vitals';
import { afterAll, describe, expect, test } from 'vitest';
import { openTraceCache } from './trace-cache.ts';
import { createVideoReader } from './video-reader.ts';

const directory = temporaryDirectory('video-test');
const lines: string[] = [];
const cache = openTraceCache(path.join(directory.path, 'cache'));
const reader = createVideoReader((line) => lines.push(line), cache);
afterAll(async () => {
  await reader.close();
  directory.remove();
});

describe('a face video without a camera', () => {
  const file = path.join(directory.path, 'face.y4m');

  test('yields every frame with its own time, a face in each, and the pulse', async () => {
    const video = createFaceVideo({ bpm: 72, breaths: 12, seconds: 10, amplitude: 1.5 });
    await writeFaceVideo(video, file);
    const frames = await reader.read(file);
    expect(frames.timeMs).toHaveLength(video.frameCount);
    expect(frames.timeMs[0]).toBe(0);
    frames.timeMs.forEach((ms, i) => expect(ms).toBeCloseTo((1000 * i) / 30, 2));
    expect(Math.min(...frames.face.confidence)).toBeGreaterThan(0.5);
    expect(frames.chest?.confidence.slice(1).every((value) => value > 0.5)).toBe(true);
    const { HR_BPM } = analyse(frames).channels;
    expect(Math.abs((HR_BPM?.value ?? 0) - 72)).toBeLessThan(2);
  });

  test('is read once; later reads return the same traces from the cache', async () => {
    const again = await reader.read(file);
    expect(lines).toHaveLength(1);
    const anew = createVideoReader((line) => lines.push(line), null);
    try {
      expect(await anew.read(file)).toEqual(again);
    } finally {
      await anew.close();
    }
  });

  test('is refused with the reason when the file is not a video', async () => {
    const broken = path.join(directory.path, 'broken.mp4');
    await writeFile(broken, 'not a video');
    await expect(reader.read(broken)).rejects.toThrow(/not a video that can be read/);
  });
});
