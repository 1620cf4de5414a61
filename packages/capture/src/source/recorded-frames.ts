// SPDX-License-Identifier: Apache-2.0
import type { RecordedFrames } from '../api.ts';
import type { FrameSource } from './sink.ts';

/** Time between the last frame of one pass and the first of the next, µs, which the recording does not define. */
const PASS_GAP_US = 33_333;
/** Maximum wait for a pause within a recording, ms. */
const MAX_WAIT_MS = 1000;

export interface RecordedFramesPorts {
  /** Takes ownership of the frame. @returns when the next one may be sent. */
  readonly take: (frame: VideoFrame) => Promise<void>;
  /** The recording was read to its end, or cannot be read further. */
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
 * Sends the frames of a recording one after another, each when the previous one is done. At first in a loop at the pace
 * at which they were filmed, with increasing times; from `readOnce` on as fast as they are accepted, with their times
 * in the file, to the end.
 */
export function startRecordedFrames(
  recording: RecordedFrames,
  { take, onEnd }: RecordedFramesPorts,
): FrameSource {
  /** Number of the current reading: a reading with another number has been replaced. */
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
      // A delay is not caught up.
      dueMs = Math.max(dueMs + Math.min(intervalMs, MAX_WAIT_MS), performance.now());
      await wait(dueMs - performance.now());
    };
    for (;;) {
      const endUs = await pass(mine, offsetUs, pace);
      if (endUs === undefined) return;
      // A recording without a frame would loop forever.
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
