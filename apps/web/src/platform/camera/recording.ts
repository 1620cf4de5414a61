// SPDX-License-Identifier: Apache-2.0
import type { RecordedFrames } from '@perfuse/capture';
import type { Recording } from '@perfuse/capture/recording';
import { CameraFault } from './camera-fault.ts';

/** Pictures for the screen, which are not what is measured: so many a second, and no larger, px. */
const SHOWN = { perS: 30, longestSide: 640 };

/** A video file that stands where a camera would. */
export interface OpenRecording {
  /** What is measured. */
  readonly recording: RecordedFrames;
  /** The picture for the screen. */
  readonly stream: MediaStream;
  /** Width over height. */
  readonly aspect: number;
  readonly close: () => void;
}

/** Reads the file's beginning. The reader is loaded only here: who films with a camera needs none of it. */
async function open(file: Blob): Promise<Recording> {
  const { openRecording: read } = await import('@perfuse/capture/recording');
  return await read(file);
}

/** Shows what is measured, as it is measured. @throws CameraFault when this browser cannot. */
function shown(recording: Recording, end: () => void = () => undefined): OpenRecording {
  const { width, height } = recording;
  const canvas = document.createElement('canvas');
  const scale = Math.min(1, SHOWN.longestSide / Math.max(width, height));
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new CameraFault('other', 'This browser shows no recordings.');
  const stream = canvas.captureStream();
  let nextMs = 0;
  const show = (frame: VideoFrame): void => {
    const nowMs = performance.now();
    if (nowMs < nextMs) return;
    nextMs = nowMs + 1000 / SHOWN.perS;
    context.drawImage(frame, 0, 0, canvas.width, canvas.height);
  };
  return {
    recording: {
      async *frames() {
        for await (const frame of recording.frames()) {
          show(frame);
          yield frame;
        }
      },
    },
    stream,
    aspect: width / height,
    close: () => {
      for (const track of stream.getTracks()) track.stop();
      end();
    },
  };
}

/** In the place of a file: the computer-generated face that this app brings along. */
export const SAMPLE = 'sample';

/**
 * Opens a recording, or the sample; frames are decoded, or drawn, as they are asked for.
 * @throws CameraFault when this browser cannot read it.
 */
export async function openRecording(source: File | typeof SAMPLE): Promise<OpenRecording> {
  if (source === SAMPLE) {
    // Loaded only here, like the reader of files.
    const { openSample } = await import('../sample/sample.ts');
    const sample = await openSample().catch((cause: unknown) => {
      throw new CameraFault('other', 'The sample could not be loaded.', { cause });
    });
    return shown(sample, sample.close);
  }
  const recording = await open(source).catch((cause: unknown) => {
    throw new CameraFault('other', 'This browser cannot read the recording.', { cause });
  });
  return shown(recording);
}

/** Why a file is no recording that can be measured; null when it is one. @param needS s of video. */
export async function recordingFault(
  file: Blob,
  needS: number,
): Promise<'unreadable' | 'too-short' | null> {
  try {
    const { durationS } = await open(file);
    return durationS < needS ? 'too-short' : null;
  } catch {
    return 'unreadable';
  }
}
