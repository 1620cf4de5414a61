// SPDX-License-Identifier: Apache-2.0
import type { RecordedFrames } from '../api.ts';
import type { FrameSource } from './sink.ts';

/** Between the last frame of one pass and the first of the next, µs: a recording has no time there. */
const PASS_GAP_US = 33_333;
/** A pause in a recording, or one that was paused itself, is not waited for longer than this, ms. */
const LONGEST_WAIT_MS = 1000;

export interface RecordedFramesPorts {
  /** Takes the frame over. @returns when the next one may come. */
  readonly take: (frame: VideoFrame) => Promise<void>;
  /** The recording was read to its end, or cannot be read on. */
  readonly onEnd: () => void;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The same picture at another time. */
function movedBy(frame: VideoFrame, offsetUs: number): VideoFrame {
  if (offsetUs === 0) return frame;
  const moved = new VideoFrame(frame, { timestamp: frame.timestamp + offsetUs });
  frame.close();
  return moved;
}

/**
 * Sends the frames of a recording one after another, each when the one before it is done. First over and over at the
 * pace at which they were filmed, with times that go on rising; from `readOnce` on as fast as they are taken, with the
 * times they have in the file, to the end.
 */
export function startRecordedFrames(
  recording: RecordedFrames,
  { take, onEnd }: RecordedFramesPorts,
): FrameSource {
  /** Counts the readings: one that finds another number than its own has been replaced. */
  let current = 0;

  /** @returns the time of the last frame, µs; undefined when this reading was replaced. */
  const pass = async (
    mine: number,
    offsetUs: number,
    pause: (frameUs: number) => Promise<void>,
  ): Promise<number | undefined> => {
    let lastUs = offsetUs;
    for await (const frame of recording.frames()) {
      lastUs = frame.timestamp + offsetUs;
      await pause(lastUs);
      if (mine !== current) {
        frame.close();
        return undefined;
      }
      await take(movedBy(frame, offsetUs));
    }
    return mine === current ? lastUs : undefined;
  };

  const show = async (mine: number): Promise<void> => {
    let offsetUs = 0;
    let dueMs = performance.now();
    let lastUs: number | undefined;
    const pace = async (frameUs: number): Promise<void> => {
      const intervalMs = lastUs === undefined ? 0 : (frameUs - lastUs) / 1000;
      lastUs = frameUs;
      // Who is behind does not hurry to catch up.
      dueMs = Math.max(dueMs + Math.min(intervalMs, LONGEST_WAIT_MS), performance.now());
      await wait(dueMs - performance.now());
    };
    for (;;) {
      const endUs = await pass(mine, offsetUs, pace);
      if (endUs === undefined) return;
      // A recording without a frame would be asked for ever.
      if (lastUs === undefined) break;
      offsetUs = endUs + PASS_GAP_US;
    }
    onEnd();
  };

  const readThrough = async (mine: number): Promise<void> => {
    if ((await pass(mine, 0, () => Promise.resolve())) !== undefined) onEnd();
  };

  const begin = (read: (mine: number) => Promise<void>): void => {
    current += 1;
    const mine = current;
    read(mine).catch(() => {
      if (mine === current) onEnd();
    });
  };
  begin(show);

  return {
    stop() {
      current += 1;
    },
    readOnce() {
      begin(readThrough);
    },
  };
}
