// SPDX-License-Identifier: Apache-2.0
/** Compressed recordings: demuxed by mediabunny, decoded by the browser. */
import {
  Input,
  MATROSKA,
  MP4,
  QTFF,
  VideoSampleSink,
  WEBM,
  type InputVideoTrack,
  type Source,
  type VideoSample,
} from 'mediabunny';
import { errorText } from '../error-text.ts';
import { UnusableVideo } from './unusable-video.ts';

/** The recording's video track. @throws UnusableVideo when there is none, or none that this browser decodes. */
export async function videoTrack(source: Source): Promise<InputVideoTrack> {
  const input = new Input({ source, formats: [MP4, QTFF, WEBM, MATROSKA] });
  let track: InputVideoTrack | null;
  try {
    track = await input.getPrimaryVideoTrack();
  } catch (error) {
    throw new UnusableVideo(
      'UNREADABLE',
      `The file is not a video that can be read: ${errorText(error)}`,
    );
  }
  if (!track) throw new UnusableVideo('NO_VIDEO', 'The file holds no video.');
  if (!(await track.canDecode())) {
    const codec = (await track.getCodecParameterString()) ?? 'unknown codec';
    throw new UnusableVideo('CODEC', `The browser cannot decode this video (${codec}).`);
  }
  return track;
}

/** Rotates a frame upright: planes keep the sensor's orientation, a canvas does not. */
function uprightFrame(sample: VideoSample): VideoFrame {
  if (sample.rotation === 0 && !sample.flip) return sample.toVideoFrame();
  const { displayWidth: width, displayHeight: height } = sample;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('This browser has no canvas here.');
  sample.draw(context, 0, 0);
  return new VideoFrame(canvas, { timestamp: Math.round(sample.timestamp * 1e6) });
}

/** Every frame in presentation order. */
export async function* codedFrames(track: InputVideoTrack): AsyncGenerator<VideoFrame> {
  for await (const sample of new VideoSampleSink(track).samples()) {
    const frame = uprightFrame(sample);
    sample.close();
    yield frame;
  }
}
