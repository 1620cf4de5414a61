// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ANSWER_LIMIT_MS, recordingFault } from './recording.ts';

/** A video of the given number of grey pictures, as in a camera file. */
const y4m = (pictures: number): Blob => {
  const picture = new Uint8Array(6).fill(128);
  const frames = Array.from({ length: pictures }, () => ['FRAME\n', picture]).flat();
  return new Blob(['YUV4MPEG2 W2 H2 F1:1 Ip A1:1 C420jpeg\n', ...frames]);
};

describe('a file instead of the camera', () => {
  const made: object[] = [];
  beforeEach(() => {
    // Missing in Node.
    vi.stubGlobal(
      'VideoFrame',
      class {
        constructor() {
          made.push(this);
        }
        close(): void {
          made.splice(made.indexOf(this), 1);
        }
      },
    );
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('can be measured when it is long enough and its first frame can be decoded', async () => {
    expect(await recordingFault(y4m(31), 31)).toBeNull();
    expect(made).toEqual([]);
  });

  it('is refused when it is too short', async () => {
    expect(await recordingFault(y4m(30), 31)).toBe('too-short');
  });

  it('is refused when it is not a video', async () => {
    expect(await recordingFault(new Blob(['not a video']), 31)).toBe('unreadable');
  });

  it('is refused when it does not load in time', async () => {
    vi.useFakeTimers();
    const file = y4m(31);
    const stuck = vi.spyOn(file, 'stream').mockReturnValue(new ReadableStream());
    const fault = recordingFault(file, 31);
    await expect.poll(() => stuck).toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(ANSWER_LIMIT_MS);
    expect(await fault).toBe('unreadable');
  });
});
