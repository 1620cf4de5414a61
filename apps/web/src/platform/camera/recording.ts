// SPDX-License-Identifier: Apache-2.0
import type { RecordedFrames } from '@perfuse/capture';
import type { Recording } from '@perfuse/capture/recording';
import { inTime } from '../browser/in-time.ts';
import { CameraFault } from './camera-fault.ts';
import { stopStream } from './open-stream.ts';

/** Largest frame rate (per s) and longest side (px) of the displayed pictures, which are not the measured ones. */
const SHOWN = { perS: 30, longestSide: 640 };

/** A video file that replaces a camera. */
export interface OpenRecording {
  /** The frames to measure. */
  readonly recording: RecordedFrames;
  /** The displayed picture. */
  readonly stream: MediaStream;
  readonly close: () => void;
}

/**
 * How long a browser may take for a file's beginning, or for a frame, ms. Some browsers accept a video and then never
 * decode it.
 */
export const ANSWER_LIMIT_MS = 20_000;

/** @throws Error when the answer takes longer than {@link ANSWER_LIMIT_MS}. */
const decoded = <T>(answer: Promise<T>): Promise<T> =>
  inTime(answer, ANSWER_LIMIT_MS, () => new Error('The browser does not decode the recording.'));

/** Yields the recording's frames; throws when one takes too long. */
async function* framesInTime(recording: Recording): AsyncGenerator<VideoFrame> {
  const frames = recording.frames();
  try {
    for (;;) {
      const next = await decoded(frames.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Not awaited: a generator that never yielded its frame would not end either.
    frames.return(undefined).catch(() => undefined);
  }
}

/** Reads the file's beginning. The reader is loaded only here: filming with a camera does not need it. */
async function open(file: Blob): Promise<Recording> {
  const { openRecording: read } = await import('@perfuse/capture/recording');
  return await decoded(read(file));
}

/** Displays the frames as they are measured. @throws CameraFault when this browser cannot. */
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
        for await (const frame of framesInTime(recording)) {
          show(frame);
          yield frame;
        }
      },
    },
    stream,
    close: () => {
      stopStream(stream);
      end();
    },
  };
}

/** Replaces a file: the computer-generated face that is part of this app. */
export const SAMPLE = 'sample';

/**
 * Opens a recording, or the sample; frames are decoded, or drawn, on request.
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

/** Whether the browser can decode the recording it accepted. @throws Error when it does not answer. */
async function hasFrame(recording: Recording): Promise<boolean> {
  for await (const frame of framesInTime(recording)) {
    frame.close();
    return true;
  }
  return false;
}

/** Why a file cannot be measured; null when it can. @param needS s of video. */
export async function recordingFault(
  file: Blob,
  needS: number,
): Promise<'unreadable' | 'too-short' | null> {
  try {
    const recording = await open(file);
    if (recording.durationS < needS) return 'too-short';
    return (await hasFrame(recording)) ? null : 'unreadable';
  } catch {
    return 'unreadable';
  }
}
