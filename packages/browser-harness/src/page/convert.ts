// SPDX-License-Identifier: Apache-2.0
/** Runs inside the browser: reads the recording, converts it to an even stream of I420 pictures, sends them back. */
import { Y4M_FRAME, y4mHeader } from '@perfuse/capture/y4m';
import { openEncodedSource } from './encoded-source.ts';
import { rotated, scaled, type Picture } from './planes.ts';
import { LeadIn } from './lead-in.ts';
import { openRawSource } from './raw-source.ts';
import { fittedSize } from './size.ts';
import { UnusableVideo } from '@perfuse/capture/recording';
import type { TimedPicture } from './source.ts';
import { FrameResampler } from './frame-resampler.ts';
import { Upload } from './upload.ts';
import type { ConversionResult, ConversionRequest } from './messages.ts';

/** Encodes ASCII text. */
const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));

function upright({ picture, rotation }: TimedPicture, width: number, height: number): Picture {
  const lying = rotation === 90 || rotation === 270;
  // Scaled before it is rotated: fewer pixels to rotate.
  return rotated(scaled(picture, lying ? height : width, lying ? width : height), rotation);
}

async function convert(request: ConversionRequest): Promise<ConversionResult> {
  const source = await (request.raw ? openRawSource : openEncodedSource)(request.input);
  const { rate } = source;
  const { width, height } = fittedSize(source.width, source.height, request.longestSide);
  const upload = new Upload(request.output);
  const frameLine = toBytes(Y4M_FRAME);
  const resampler = new FrameResampler<Picture>(rate);
  const send = async (pictures: readonly Picture[]): Promise<void> => {
    for (const { data } of pictures) {
      await upload.add(frameLine);
      // Only the type is narrowed: planes created here never use shared memory.
      await upload.add(data as Uint8Array<ArrayBuffer>);
    }
  };
  await upload.add(toBytes(y4mHeader({ width, height, rate })));
  const leadIn = new LeadIn<Picture>(request.leadInFrames);
  for await (const timed of source.pictures()) {
    await send(leadIn.next(resampler.next(timed.atS, upright(timed, width, height))));
  }
  await send(leadIn.next(resampler.end()));
  await send(leadIn.end());
  if (resampler.ticks === 0) throw new UnusableVideo('UNREADABLE', 'No frame could be decoded.');
  await upload.end();
  return { ok: true, width, height, rate, frames: resampler.ticks, leadInFrames: leadIn.added };
}

async function answer(request: ConversionRequest): Promise<ConversionResult> {
  try {
    return await convert(request);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      fault: error instanceof UnusableVideo ? error.fault : 'UNREADABLE',
      message,
    };
  }
}

window.convertRecording = answer;
