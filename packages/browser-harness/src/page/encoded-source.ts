// SPDX-License-Identifier: Apache-2.0
/** Compressed recordings: demuxed by mediabunny, decoded by the browser. */
import { UnusableVideo, videoTrack } from '@perfuse/capture/recording';
import {
  EncodedPacketSink,
  UrlSource,
  VideoSampleSink,
  type InputVideoTrack,
  type VideoSample,
} from 'mediabunny';
import { fromNv12, fromRgba, limitRange, type Picture } from './planes.ts';
import type { Source, TimedPicture } from './source.ts';
import { nominalRate } from './frame-resampler.ts';

async function frameTimes(track: InputVideoTrack): Promise<number[]> {
  const times: number[] = [];
  const sink = new EncodedPacketSink(track);
  for await (const packet of sink.packets(undefined, undefined, { metadataOnly: true })) {
    times.push(packet.timestamp);
  }
  return times;
}

/** The planes as decoded, in the limited range. */
async function planesOf(sample: VideoSample): Promise<Picture> {
  const { width, height } = sample.visibleRect;
  const { format } = sample;
  if (format === 'I420' || format === 'NV12') {
    const data = new Uint8Array(sample.allocationSize());
    await sample.copyTo(data);
    const picture = format === 'I420' ? { width, height, data } : fromNv12(data, width, height);
    return sample.colorSpace.fullRange === true ? limitRange(picture) : picture;
  }
  const options = { format: 'RGBA' } as const;
  const data = new Uint8Array(sample.allocationSize(options));
  await sample.copyTo(data, options);
  return fromRgba(data, width, height);
}

async function* pictures(track: InputVideoTrack): AsyncGenerator<TimedPicture> {
  for await (const sample of new VideoSampleSink(track).samples()) {
    const picture = await planesOf(sample);
    const { rotation, timestamp } = sample;
    sample.close();
    yield { atS: timestamp, picture, rotation };
  }
}

export async function openEncodedSource(url: string): Promise<Source> {
  const track = await videoTrack(new UrlSource(url));
  const rate = nominalRate(await frameTimes(track));
  if (!rate) throw new UnusableVideo('NO_VIDEO', 'The video holds fewer than two frames.');
  return {
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    rate,
    pictures: () => pictures(track),
  };
}
