// SPDX-License-Identifier: Apache-2.0
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { FaceVideo } from '../video/face-video.ts';

/** The header line of a YUV4MPEG2 file of I420 frames. */
export function y4mHeader(width: number, height: number, frameRate: number): string {
  // A fraction with a denominator of 1001 covers every rate that cameras state.
  const rate = Number.isInteger(frameRate)
    ? `${String(frameRate)}:1`
    : `${String(Math.round(frameRate * 1001))}:1001`;
  return `YUV4MPEG2 W${String(width)} H${String(height)} F${rate} Ip A1:1 C420jpeg\n`;
}

/** Writes the video to a file, frame by frame; 460 kB a frame at 640 x 480. */
export async function writeFaceVideo(video: FaceVideo, file: string): Promise<void> {
  const stream = createWriteStream(file);
  const done = finished(stream);
  // An early failure must not count as unhandled while frames are still being drawn; `await done` reports it.
  done.catch(() => undefined);
  stream.write(y4mHeader(video.width, video.height, video.frameRate));
  for (let number = 0; number < video.frameCount && stream.writable; number += 1) {
    stream.write('FRAME\n');
    if (!stream.write(video.frame(number))) await Promise.race([once(stream, 'drain'), done]);
  }
  stream.end();
  await done;
}
