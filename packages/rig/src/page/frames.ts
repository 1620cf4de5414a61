// SPDX-License-Identifier: Apache-2.0
/** A recording as the browser's own frames, every one with its own time: for what reads frames without a camera. */
import { VideoSampleSink, type VideoSample } from 'mediabunny';
import { videoTrack } from './coded.ts';
import { openRaw } from './raw.ts';

export { UnusableVideo } from './source.ts';

/** BT.601 in the limited range: what a camera says that plays such a file. */
const RAW_COLOURS: VideoColorSpaceInit = {
  primaries: 'smpte170m',
  transfer: 'smpte170m',
  matrix: 'smpte170m',
  fullRange: false,
};

const microseconds = (seconds: number): number => Math.round(seconds * 1e6);

/** Turned upright where it lies: planes keep the sensor's direction, a canvas does not. */
function uprightFrame(sample: VideoSample): VideoFrame {
  if (sample.rotation === 0 && !sample.flip) return sample.toVideoFrame();
  const { displayWidth: width, displayHeight: height } = sample;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('This browser has no canvas here.');
  sample.draw(context, 0, 0);
  return new VideoFrame(canvas, { timestamp: microseconds(sample.timestamp) });
}

async function* rawFrames(url: string): AsyncGenerator<VideoFrame> {
  const source = await openRaw(url);
  for await (const { atS, picture } of source.pictures()) {
    const { width, height, data } = picture;
    yield new VideoFrame(data, {
      format: 'I420',
      codedWidth: width,
      codedHeight: height,
      timestamp: microseconds(atS),
      colorSpace: RAW_COLOURS,
    });
  }
}

/**
 * Every frame of a recording in the order in which it is shown; the caller closes each.
 * @param raw whether the recording is y4m.
 * @throws UnusableVideo when it cannot be read, or not decoded by this browser.
 */
export async function* framesOf(url: string, raw: boolean): AsyncGenerator<VideoFrame> {
  if (raw) {
    yield* rawFrames(url);
    return;
  }
  for await (const sample of new VideoSampleSink(await videoTrack(url)).samples()) {
    const frame = uprightFrame(sample);
    sample.close();
    yield frame;
  }
}
