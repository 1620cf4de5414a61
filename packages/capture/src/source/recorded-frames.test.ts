// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordedFrames } from '../api.ts';
import { startRecordedFrames } from './recorded-frames.ts';

const INTERVAL_US = 40_000;

/** The part of the browser's frame that a source uses; Node has none. */
class Frame {
  static open = 0;
  readonly timestamp: number;
  constructor(source: unknown, { timestamp }: { timestamp: number }) {
    void source;
    this.timestamp = timestamp;
    Frame.open += 1;
  }
  close(): void {
    Frame.open -= 1;
  }
}

const recordingOf = (count: number, fails = false): RecordedFrames => ({
  async *frames() {
    for (let at = 0; at < count; at += 1) {
      yield new VideoFrame(new OffscreenCanvas(2, 2), { timestamp: at * INTERVAL_US });
    }
    await Promise.resolve();
    if (fails) throw new Error('The file is damaged.');
  },
});

/** A worker that finishes a frame on request. */
function worker() {
  const times: number[] = [];
  const done: (() => void)[] = [];
  const take = (frame: VideoFrame): Promise<void> => {
    times.push(frame.timestamp / 1000);
    frame.close();
    return new Promise((resolve) => done.push(resolve));
  };
  return { times, take, finish: () => done.shift()?.() };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('VideoFrame', Frame);
  vi.stubGlobal('OffscreenCanvas', vi.fn());
  Frame.open = 0;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a recording in place of a camera', () => {
  it('is played in a loop, no faster than it was filmed, with increasing times', async () => {
    const times: number[] = [];
    const take = (frame: VideoFrame): Promise<void> => {
      times.push(Math.round(frame.timestamp / 1000));
      frame.close();
      return Promise.resolve();
    };
    const source = startRecordedFrames(recordingOf(3), { take, onEnd: vi.fn() });
    await vi.advanceTimersByTimeAsync(0);
    expect(times).toEqual([0]);
    await vi.advanceTimersByTimeAsync(80);
    expect(times).toEqual([0, 40, 80]);
    await vi.advanceTimersByTimeAsync(80);
    expect(times).toEqual([0, 40, 80, 113, 153]);
    source.stop();
    await vi.advanceTimersByTimeAsync(1000);
    expect(times).toHaveLength(5);
    expect(Frame.open).toBe(0);
  });

  it('does not catch up after a slow frame, and shortens pauses to one second', async () => {
    const began = performance.now();
    /** Rounded to 10 ms: a wait may end slightly late. */
    const shownAt: number[] = [];
    const take = async (frame: VideoFrame): Promise<void> => {
      frame.close();
      shownAt.push(10 * Math.round((performance.now() - began) / 10));
      if (shownAt.length === 1) await new Promise((resolve) => setTimeout(resolve, 200));
    };
    const timesUs = [0, 1, 2, 3].map((at) => at * INTERVAL_US);
    const recording: RecordedFrames = {
      async *frames() {
        for (const timestamp of [...timesUs, 10_000_000]) {
          yield new VideoFrame(new OffscreenCanvas(2, 2), { timestamp });
          await Promise.resolve();
        }
      },
    };
    const source = startRecordedFrames(recording, { take, onEnd: vi.fn() });
    await vi.advanceTimersByTimeAsync(1300);
    source.stop();
    expect(shownAt).toEqual([0, 200, 240, 280, 1280]);
  });

  it('is read once from the start with the times of the file, each frame after the previous one is done', async () => {
    const { times, take, finish } = worker();
    const onEnd = vi.fn();
    const source = startRecordedFrames(recordingOf(3), { take, onEnd });
    await vi.advanceTimersByTimeAsync(0);
    finish();
    await vi.advanceTimersByTimeAsync(10);
    source.readOnce?.();
    await vi.advanceTimersByTimeAsync(500);
    expect(times).toEqual([0, 0]);
    finish();
    await vi.advanceTimersByTimeAsync(0);
    expect(times).toEqual([0, 0, 40]);
    finish();
    await vi.advanceTimersByTimeAsync(0);
    expect(onEnd).not.toHaveBeenCalled();
    finish();
    await vi.advanceTimersByTimeAsync(0);
    expect(times).toEqual([0, 0, 40, 80]);
    expect(onEnd).toHaveBeenCalledOnce();
    expect(Frame.open).toBe(0);
  });

  it.each([
    ['that holds no frame', recordingOf(0)],
    ['that cannot be read on', recordingOf(2, true)],
  ])('%s reports its end', async (_, recording) => {
    const onEnd = vi.fn();
    const take = (frame: VideoFrame): Promise<void> => {
      frame.close();
      return Promise.resolve();
    };
    startRecordedFrames(recording, { take, onEnd });
    await vi.advanceTimersByTimeAsync(1000);
    expect(onEnd).toHaveBeenCalledOnce();
  });
});
