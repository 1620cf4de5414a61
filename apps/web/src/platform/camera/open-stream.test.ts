// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ASK_AGAIN_MS, GIVE_UP_MS, openStream } from './open-stream.ts';

class FakeStatus extends EventTarget {
  constructor(public state: PermissionState) {
    super();
  }
}

interface Ask {
  readonly grant: () => { stopped: boolean };
  readonly refuse: (name: string) => void;
}

let asked: Ask[] = [];
const devices = {
  getUserMedia: (): Promise<MediaStream> =>
    new Promise((resolve, reject) => {
      asked.push({
        grant: () => {
          const track = { stopped: false, stop: () => (track.stopped = true) };
          // Only the part of a stream that is used.
          resolve({ getTracks: () => [track] } as unknown as MediaStream);
          return track;
        },
        refuse: (name) => reject(new DOMException('', name)),
      });
    }),
};
const permissionsOf = (status: FakeStatus) => ({
  // Only the part of a status that is used.
  query: () => Promise.resolve(status as unknown as PermissionStatus),
});
const open = (status?: FakeStatus): Promise<MediaStream> =>
  openStream(devices, status && permissionsOf(status), { video: true });
const GRANTED = (): FakeStatus => new FakeStatus('granted');

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a camera stream', () => {
  it('is requested at once, and only once when it arrives', async () => {
    const opening = open(GRANTED());
    expect(asked).toHaveLength(1);
    const track = asked[0]?.grant();
    await opening;
    await vi.advanceTimersByTimeAsync(GIVE_UP_MS);
    expect(asked).toHaveLength(1);
    expect(track?.stopped).toBe(false);
  });

  it("rejects with the browser's error", async () => {
    const opening = open(GRANTED());
    asked[0]?.refuse('NotReadableError');
    await expect(opening).rejects.toMatchObject({ name: 'NotReadableError' });
  });

  it('is requested once more when permitted but not arriving; the late one is stopped', async () => {
    const opening = open(GRANTED());
    await vi.advanceTimersByTimeAsync(ASK_AGAIN_MS);
    expect(asked).toHaveLength(2);
    const second = asked[1]?.grant();
    await opening;
    const first = asked[0]?.grant();
    await vi.advanceTimersByTimeAsync(0);
    expect(first?.stopped).toBe(true);
    expect(second?.stopped).toBe(false);
  });

  it('times out when it never arrives', async () => {
    const opening = expect(open(GRANTED())).rejects.toMatchObject({ name: 'TimeoutError' });
    await vi.advanceTimersByTimeAsync(GIVE_UP_MS);
    await opening;
  });

  it('has no timeout while the user is prompted, but one after the answer', async () => {
    const status = new FakeStatus('prompt');
    const opening = expect(open(status)).rejects.toMatchObject({ name: 'TimeoutError' });
    await vi.advanceTimersByTimeAsync(GIVE_UP_MS * 10);
    expect(asked).toHaveLength(1);
    status.state = 'granted';
    status.dispatchEvent(new Event('change'));
    await vi.advanceTimersByTimeAsync(GIVE_UP_MS);
    await opening;
    expect(asked).toHaveLength(2);
  });

  it('has no timeout where the browser does not report permissions', async () => {
    const opening = open();
    await vi.advanceTimersByTimeAsync(GIVE_UP_MS * 10);
    expect(asked).toHaveLength(1);
    asked[0]?.grant();
    await opening;
  });
});
