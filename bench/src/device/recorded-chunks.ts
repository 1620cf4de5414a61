// SPDX-License-Identifier: Apache-2.0
import { MEASUREMENT } from '@perfuse/contract/limits';
import type { FrameSeries } from '@perfuse/contract/payload/chunk';
import { encodeChunk } from '@perfuse/contract/payload/codec';
import { cutFrames } from '@perfuse/phantom';
import { parsed } from '../accuracy/read.ts';
import type { Recording } from '../accuracy/recordings/discover.ts';
import {
  faceTrace,
  negativeSchema,
  skinPatches,
  traceSchema,
} from '../accuracy/recordings/face-traces.ts';
import { segmentsSchema } from '../accuracy/recordings/segments.ts';
import type { VideoReader } from '../video/video-reader.ts';

/** A recording of a face or of skin; the other kinds are waves and beats. */
export type FaceRecording = Recording & {
  readonly kind: 'video' | 'trace' | 'segments' | 'negative';
};

const FACES: readonly Recording['kind'][] = ['video', 'trace', 'segments', 'negative'];

export const isFace = (recording: Recording): recording is FaceRecording =>
  FACES.includes(recording.kind);

/** The frames that a camera could have seen. @throws Error with the reason why it cannot be read. */
export async function framesOf(
  { kind, file }: FaceRecording,
  videos: VideoReader,
): Promise<FrameSeries> {
  switch (kind) {
    case 'video':
      return videos.read(file);
    case 'trace':
      return faceTrace(await parsed(traceSchema, file)).frames;
    case 'segments':
      return faceTrace(await parsed(segmentsSchema, file)).frames;
    case 'negative':
      return skinPatches(await parsed(negativeSchema, file)).frames;
  }
}

/** The payloads that a measurement of the recording's first seconds would have sent. */
export function payloadsOf(frames: FrameSeries): Uint8Array[] {
  const { chunkCount: count, chunkS } = MEASUREMENT;
  const [beginMs = 0] = frames.timeMs;
  const until = (chunk: number): number => {
    const found = frames.timeMs.findIndex((ms) => ms >= beginMs + chunk * chunkS * 1000);
    return found < 0 ? frames.timeMs.length : found;
  };
  return Array.from({ length: count }, (_, index) =>
    encodeChunk({
      index,
      count,
      framesDropped: 0,
      frames: cutFrames(frames, until(index), until(index + 1)),
    }),
  );
}
