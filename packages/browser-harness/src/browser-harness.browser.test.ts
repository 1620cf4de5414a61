// SPDX-License-Identifier: Apache-2.0
import { open, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createFaceVideo, readBarcode } from '@perfuse/phantom';
import { writeFaceVideo } from '@perfuse/phantom/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, launchWithCamera } from './launch.ts';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { openCameraFile } from './camera-file.ts';
import { toY4m } from './video/to-y4m.ts';

const directory = temporaryDirectory('harness-test');
afterAll(directory.remove);

const video = createFaceVideo({ seconds: 4, bpm: 75, breaths: 15, grain: 0 });
const recording = path.join(directory.path, 'face.y4m');
beforeAll(() => writeFaceVideo(video, recording));

/** The number of the barcode with this middle row. */
const numberIn = (row: Uint8Array): number | null => {
  const rows = new Uint8Array(8 * row.length);
  for (let at = 0; at < 8; at += 1) rows.set(row, at * row.length);
  return readBarcode(rows, row.length, 8);
};

describe('A camera that plays a file', () => {
  it('delivers the frames of the recording in order, bit for bit', async () => {
    const browser = await launchWithCamera({ video: recording });
    try {
      const page = await browser.newPage();
      await page.route('http://localhost/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '' }),
      );
      await page.goto('http://localhost/');
      const frames = await page.evaluate(async () => {
        const stream = await navigator.mediaDevices.getUserMedia({
          video: { width: 640, height: 480 },
        });
        const [track] = stream.getVideoTracks();
        const Processor: unknown = Reflect.get(window, 'MediaStreamTrackProcessor');
        if (typeof Processor !== 'function') throw new Error('No MediaStreamTrackProcessor.');
        // The compiler's library does not include this interface yet.
        const processor = Reflect.construct(Processor, [{ track }]) as {
          readable: ReadableStream<VideoFrame>;
        };
        const reader = processor.readable.getReader();
        const rows: { row: number[]; cheek: number[]; timeMs: number }[] = [];
        while (rows.length < 30) {
          const { value: frame } = await reader.read();
          if (!frame) break;
          const data = new Uint8Array(frame.allocationSize());
          await frame.copyTo(data);
          const at = (y: number): number[] => Array.from(data.subarray(y * 640, (y + 1) * 640));
          rows.push({ row: at(476), cheek: at(265), timeMs: frame.timestamp / 1000 });
          frame.close();
        }
        return rows;
      });
      const numbers = frames.map(({ row }) => numberIn(Uint8Array.from(row)));
      expect(numbers).not.toContain(null);
      const [first] = numbers;
      // It starts at the beginning, apart from frames that passed before the first one was read.
      expect(first).toBeLessThan(20);
      for (const [at, number] of numbers.entries()) {
        expect(number).toBeGreaterThan(at === 0 ? -1 : (numbers[at - 1] ?? Infinity));
        const sent = video.frame(number ?? 0).subarray(265 * 640, 266 * 640);
        expect(frames[at]?.cheek).toEqual(Array.from(sent));
      }
    } finally {
      await browser.close();
    }
  });
});

/** Encodes the frames at `/frames` as WebM in the browser, at the given times. Returns base64. */
const ENCODE = `
async (times) => {
  const { Output, WebMOutputFormat, BufferTarget, VideoSampleSource, VideoSample } = await import('/mediabunny.mjs');
  const frames = new Uint8Array(await (await fetch('/frames')).arrayBuffer());
  const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() });
  const source = new VideoSampleSource({ codec: 'vp8', bitrate: 6e6, keyFrameInterval: 1 });
  output.addVideoTrack(source);
  await output.start();
  const size = frames.length / times.length;
  for (const [at, timestamp] of times.entries()) {
    const sample = new VideoSample(frames.slice(at * size, (at + 1) * size), {
      format: 'I420', codedWidth: 640, codedHeight: 480, timestamp, duration: 1 / 30,
    });
    await source.add(sample);
    sample.close();
  }
  await output.finalize();
  let text = '';
  for (const byte of new Uint8Array(output.target.buffer)) text += String.fromCharCode(byte);
  return btoa(text);
}`;

/** A WebM recording of some frames of the phantom, each at its own time of a 30 Hz clock. */
async function encoded(numbers: readonly number[]): Promise<string> {
  const bunny = path.join(
    path.dirname(createRequire(import.meta.url).resolve('mediabunny')),
    'mediabunny.min.mjs',
  );
  const frames = Buffer.concat(numbers.map((number) => video.frame(number)));
  const browser = await launchChromium([]);
  try {
    const page = await browser.newPage();
    await page.route('http://localhost/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === '/frames') await route.fulfill({ body: frames });
      else if (pathname === '/mediabunny.mjs') {
        await route.fulfill({ contentType: 'text/javascript', body: await readFile(bunny) });
      } else await route.fulfill({ contentType: 'text/html', body: '' });
    });
    await page.goto('http://localhost/');
    const times = numbers.map((number) => number / 30);
    const text: unknown = await page.evaluate(`(${ENCODE})(${JSON.stringify(times)})`);
    const file = path.join(directory.path, `encoded-${String(numbers.length)}.webm`);
    await writeFile(file, Buffer.from(String(text), 'base64'));
    return file;
  } finally {
    await browser.close();
  }
}

/** The barcodes of a y4m file. */
async function numbersIn(file: string, width: number, height: number): Promise<(number | null)[]> {
  const bytes = await readFile(file);
  const size = 6 + (width * height * 3) / 2;
  const start = bytes.indexOf(10) + 1;
  const count = (bytes.length - start) / size;
  return Array.from({ length: count }, (_, at) =>
    readBarcode(bytes.subarray(start + at * size + 6, start + (at + 1) * size), width, height),
  );
}

describe('Converting a recording to a camera file', () => {
  it('keeps every frame of an evenly timed recording, in order', async () => {
    const numbers = Array.from({ length: 20 }, (_, at) => at);
    const camera = await openCameraFile(await encoded(numbers), 3);
    expect(camera).toMatchObject({ width: 640, height: 480, frames: 20, framesPerSecond: 30 });
    expect(camera.leadInS).toBeCloseTo(0.1, 9);
    expect(await numbersIn(camera.file, 640, 480)).toEqual([3, 2, 1, ...numbers]);
    camera.remove();
    await expect(open(camera.file)).rejects.toThrow(/ENOENT/);
  });

  it('resamples uneven times to the nearest frame', async () => {
    // Frames 6 to 9 were lost.
    const kept = Array.from({ length: 20 }, (_, at) => at).filter((at) => at < 6 || at > 9);
    const outFile = path.join(directory.path, 'even.y4m');
    const { frames, framesPerSecond } = await toY4m(await encoded(kept), { outFile });
    expect(frames).toBe(20);
    // WebM rounds times to milliseconds, and so few of them cannot distinguish 29.97 from 30.
    expect(framesPerSecond).toBeCloseTo(30, 0);
    const numbers = await numbersIn(outFile, 640, 480);
    expect(numbers).toEqual([0, 1, 2, 3, 4, 5, 5, 5, 10, 10, ...kept.slice(6)]);
  });

  it('scales large pictures down, also of y4m recordings', async () => {
    const outFile = path.join(directory.path, 'small.y4m');
    const small = await toY4m(recording, { outFile, longestSide: 320 });
    expect(small).toMatchObject({ width: 320, height: 240, frames: video.frameCount });
    const numbers = await numbersIn(outFile, 320, 240);
    expect(numbers).toEqual(Array.from({ length: video.frameCount }, (_, at) => at));
  });

  it('uses a y4m recording that is small enough unchanged', async () => {
    const outFile = path.join(directory.path, 'unused.y4m');
    expect(await toY4m(recording, { outFile })).toMatchObject({
      file: recording,
      frames: video.frameCount,
    });
    await expect(open(outFile)).rejects.toThrow(/ENOENT/);
  });

  it.each([
    ['hello', /not a video/],
    ['YUV4MPEG2 W640 H480 F30:1 C444\nFRAME\n', /holds 444/],
    ['', /not a video/],
  ])('refuses a file that holds %j', async (content, reason) => {
    const file = path.join(directory.path, 'bad.mp4');
    await writeFile(file, content);
    const outFile = path.join(directory.path, 'bad.y4m');
    await expect(toY4m(file, { outFile })).rejects.toThrow(reason);
    await expect(open(outFile)).rejects.toThrow(/ENOENT/);
  });
});
