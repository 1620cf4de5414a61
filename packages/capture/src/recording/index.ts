// SPDX-License-Identifier: Apache-2.0
/**
 * Video files as frames, each with its time in the file: mp4, mov, webm, mkv and y4m. Separate from the package's main
 * entry, because it includes a demuxer that cameras do not need.
 */
import { BlobSource, UrlSource, type Source } from 'mediabunny';
import { codedFrames, videoTrack } from './coded.ts';
import { rawDurationS, readRaw } from './raw.ts';
import { rawFrame } from './raw-frame.ts';
import { UnusableVideo } from './unusable-video.ts';
import { Y4M_MAGIC } from './y4m.ts';

export { videoTrack } from './coded.ts';
export { readRaw } from './raw.ts';
export { UnusableVideo } from './unusable-video.ts';

export interface Recording {
  /** As displayed, pixels: rotation and pixel aspect ratio are applied. */
  readonly width: number;
  readonly height: number;
  readonly durationS: number;
  /**
   * Every frame from the start, in presentation order, with its time in the file. Frames are decoded on demand; the
   * receiver closes them.
   */
  frames(): AsyncGenerator<VideoFrame>;
}

/** A local file, or a file at a URL. */
interface Bytes {
  readonly start: () => Promise<Uint8Array>;
  readonly stream: () => Promise<ReadableStream<Uint8Array>>;
  readonly size: () => Promise<number>;
  readonly source: () => Source;
}

const bytesOfFile = (file: Blob): Bytes => ({
  start: async () => new Uint8Array(await file.slice(0, Y4M_MAGIC.length).arrayBuffer()),
  stream: () => Promise.resolve(file.stream()),
  size: () => Promise.resolve(file.size),
  source: () => new BlobSource(file),
});

function bytesAt(url: string): Bytes {
  const range = async (last: number): Promise<Response> =>
    await fetch(url, { headers: { Range: `bytes=0-${String(last)}` } });
  return {
    start: async () => new Uint8Array(await (await range(Y4M_MAGIC.length - 1)).arrayBuffer()),
    stream: async () => {
      const { body } = await fetch(url);
      if (body === null) throw new UnusableVideo('UNREADABLE', 'The file is empty.');
      return body;
    },
    size: async () =>
      Number((await range(0)).headers.get('content-range')?.split('/')[1] ?? Number.NaN),
    source: () => new UrlSource(url),
  };
}

async function* rawFrames(bytes: Bytes): AsyncGenerator<VideoFrame> {
  const { width, height, pictures } = await readRaw(await bytes.stream());
  for await (const { atS, data } of pictures()) {
    yield rawFrame({ width, height, atS, data });
  }
}

async function openRaw(bytes: Bytes): Promise<Recording> {
  const video = await readRaw(await bytes.stream());
  await video.cancel();
  const durationS = rawDurationS(video, await bytes.size());
  if (!(durationS > 0)) throw new UnusableVideo('NO_VIDEO', 'The file holds no video.');
  const { width, height } = video;
  return { width, height, durationS, frames: () => rawFrames(bytes) };
}

/**
 * Opens a local video file, or one at a URL that supports range requests.
 * @throws UnusableVideo when it cannot be read, or not decoded by this browser.
 */
export async function openRecording(file: Blob | string): Promise<Recording> {
  const bytes = typeof file === 'string' ? bytesAt(file) : bytesOfFile(file);
  const start = String.fromCharCode(...(await bytes.start()));
  if (start === Y4M_MAGIC) return await openRaw(bytes);
  if (typeof VideoDecoder === 'undefined') {
    throw new UnusableVideo('CODEC', 'This browser cannot decode videos frame by frame.');
  }
  const track = await videoTrack(bytes.source());
  return {
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    durationS: await track.computeDuration(),
    frames: () => codedFrames(track),
  };
}
