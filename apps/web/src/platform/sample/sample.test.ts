// SPDX-License-Identifier: Apache-2.0
import { createFaceVideo } from '@perfuse/phantom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SampleReport, SampleRequest } from './messages.ts';
import { SAMPLE_VIDEO } from './sample-person.ts';
import { openSample, SAMPLE_LIMIT_MS, type SampleWorker } from './sample.ts';

type Heard = (event: { readonly data: SampleReport }) => void;

/** A worker that draws two small pictures, each filled with one number. */
class PlayedWorker implements SampleWorker {
  readonly asked: number[] = [];
  ended = false;
  isSilent = false;
  readonly #heard: Heard[] = [];
  readonly #failed: (() => void)[] = [];
  addEventListener(type: string, listener: Heard | (() => void)): void {
    if (type === 'message') this.#heard.push(listener);
    else this.#failed.push(listener as () => void); // as the interface declares for other types
  }
  postMessage({ number }: SampleRequest): void {
    this.asked.push(number);
    if (this.isSilent) return;
    queueMicrotask(() => this.say({ type: 'picture', data: Uint8Array.of(number) }));
  }
  terminate(): void {
    this.ended = true;
  }
  say(data: SampleReport): void {
    for (const listener of this.#heard) listener({ data });
  }
  fail(): void {
    for (const listener of this.#failed) listener();
  }
}

const READY = { type: 'ready', width: 2, height: 2, frameRate: 25, frameCount: 2 } as const;

/** The input of a frame; frames cannot be created outside a browser. */
interface Made {
  readonly atS: number;
  readonly data: Uint8Array;
}

async function opened() {
  const worker = new PlayedWorker();
  const waits: number[] = [];
  const made: Made[] = [];
  const opening = openSample({
    open: () => worker,
    now: () => 0,
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    toFrame: (frame) => {
      made.push(frame);
      return {} as VideoFrame; // never read
    },
  });
  worker.say(READY);
  return { worker, waits, made, sample: await opening };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the sample', () => {
  it('yields every picture in order, no faster than a camera', async () => {
    const { worker, waits, made, sample } = await opened();
    expect([sample.width, sample.height, sample.durationS]).toEqual([2, 2, 0.08]);
    const frames = sample.frames();
    await frames.next();
    await frames.next();
    expect(await frames.next()).toMatchObject({ done: true });
    expect(worker.asked).toEqual([0, 1]);
    expect(made.map(({ atS, data }) => [atS, data[0]])).toEqual([
      [0, 0],
      [0.04, 1],
    ]);
    expect(waits).toEqual([40]);
  });

  it('starts over for each reader', async () => {
    const { made, sample } = await opened();
    await sample.frames().next();
    await sample.frames().next();
    expect(made.map(({ atS }) => atS)).toEqual([0, 0]);
  });

  it('fails when its worker dies, and terminates it', async () => {
    const { worker, sample } = await opened();
    worker.isSilent = true;
    const first = sample.frames().next();
    worker.fail();
    await expect(first).rejects.toThrow('died');
    await expect(sample.frames().next()).rejects.toThrow('died');
    expect(worker.ended).toBe(true);
  });

  it('fails when its worker does not respond, at the start and later', async () => {
    const starting = openSample({ open: () => new PlayedWorker() });
    const refused = expect(starting).rejects.toThrow('too long');
    await vi.advanceTimersByTimeAsync(SAMPLE_LIMIT_MS);
    await refused;
    const { worker, sample } = await opened();
    worker.isSilent = true;
    const late = expect(sample.frames().next()).rejects.toThrow('too long');
    await vi.advanceTimersByTimeAsync(SAMPLE_LIMIT_MS);
    await late;
  });

  it('rejects pending reads when it is closed', async () => {
    const { worker, sample } = await opened();
    worker.isSilent = true;
    const waiting = sample.frames().next();
    sample.close();
    await expect(waiting).rejects.toThrow('closed');
    expect(worker.ended).toBe(true);
  });
});

describe('the face of the sample', () => {
  it('is long enough, and no number is drawn on it', () => {
    const video = createFaceVideo(SAMPLE_VIDEO);
    expect(video.frameCount / video.frameRate).toBeGreaterThanOrEqual(33);
    expect(video.truth.hr).toBeCloseTo(66, 0);
    expect(video.truth.rr).toBeCloseTo(14, 0);
    const bottom = video.width * (video.height - 2);
    const corner = video.frame(21).subarray(bottom, bottom + 80);
    expect(Math.max(...corner)).toBeLessThan(200);
  });
});
