// SPDX-License-Identifier: Apache-2.0
import type { RecordedFrames } from '@perfuse/capture';
import type { Recording } from '@perfuse/capture/recording';
import { inTime } from '../browser/in-time.ts';
import { CameraFault } from './camera-fault.ts';
import { stopStream } from './open-stream.ts';

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

/**
 * So long may a browser take for a file's beginning, or for a frame of it, ms. There are some that accept a video and
 * then never decode it.
 */
export const ANSWER_LIMIT_MS = 20_000;

/** @throws Error when the answer takes longer than {@link ANSWER_LIMIT_MS}. */
const decoded = <T>(answer: Promise<T>): Promise<T> =>
  inTime(answer, ANSWER_LIMIT_MS, () => new Error('The browser does not decode the recording.'));

/** The same frames; a reader who waits too long for one gets an error instead. */
async function* framesInTime(recording: Recording): AsyncGenerator<VideoFrame> {
  const frames = recording.frames();
  try {
    for (;;) {
      const next = await decoded(frames.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Not waited for: one that never gave its frame would not end either.
    frames.return(undefined).catch(() => undefined);
  }
}

/** Reads the file's beginning. The reader is loaded only here: who films with a camera needs none of it. */
async function open(file: Blob): Promise<Recording> {
  const { openRecording: read } = await import('@perfuse/capture/recording');
  return await decoded(read(file));
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
        for await (const frame of framesInTime(recording)) {
          show(frame);
          yield frame;
        }
      },
    },
    stream,
    aspect: width / height,
    close: () => {
      stopStream(stream);
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

/** Whether the browser decodes what it accepted. @throws Error when it does not answer. */
async function hasFrame(recording: Recording): Promise<boolean> {
  for await (const frame of framesInTime(recording)) {
    frame.close();
    return true;
  }
  return false;
}

/** Why a file is no recording that can be measured; null when it is one. @param needS s of video. */
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
