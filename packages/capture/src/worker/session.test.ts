// SPDX-License-Identifier: Apache-2.0
import { decodeChunk } from '@perfuse/contract/payload/codec';
import { loadExtractor } from '@perfuse/extractor';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { head } from '../../test/heads.ts';
import type { CaptureEvent } from '../api.ts';
import { FaceReader } from '../learned/face-reader.ts';
import type { TrackReply } from '../tracker/messages.ts';
import type { CapturedFrame } from './copier.ts';
import { CaptureSession } from './session.ts';

/** A camera frame: small, grey, I420. Node has no VideoFrame. */
class GreyFrame implements CapturedFrame {
  readonly format = 'I420';
  readonly displayWidth: number;
  readonly displayHeight: number;
  readonly timestamp: number;
  readonly visibleRect: DOMRectReadOnly;
  readonly colorSpace: VideoColorSpace;
  /** Value of each byte. */
  pixel: (at: number) => number = () => 126;
  isClosed = false;
  copies = 0;

  constructor(timeMs: number, width = 64, height = 48) {
    this.timestamp = timeMs * 1000;
    this.displayWidth = width;
    this.displayHeight = height;
    const rect = { x: 0, y: 0, width, height, top: 0, left: 0, right: width, bottom: height };
    this.visibleRect = { ...rect, toJSON: () => rect };
    const unknown = { matrix: null, primaries: null, transfer: null, fullRange: null };
    this.colorSpace = { ...unknown, toJSON: () => unknown };
  }

  allocationSize(): number {
    return (this.displayWidth * this.displayHeight * 3) / 2;
  }

  copyTo(target: AllowSharedBufferSource): Promise<PlaneLayout[]> {
    if (this.isClosed) return Promise.reject(new Error('InvalidStateError'));
    this.copies += 1;
    if (target instanceof Uint8Array) target.forEach((_, at) => (target[at] = this.pixel(at)));
    return Promise.resolve([]);
  }

  close(): void {
    this.isClosed = true;
  }
}

/** Exact in binary, so that chunks end where the test expects it. */
const INTERVAL_MS = 31.25;
const FRAMES_PER_S = 32;
const face = { points: head({ half: 0.12 }), confidence: 0.9 };

class Bench {
  readonly events: CaptureEvent[] = [];
  readonly sent: { readonly id: number; readonly timeMs: number; readonly frame: GreyFrame }[] = [];
  readonly session: CaptureSession<GreyFrame>;
  #timeMs = 5000.25;

  constructor(session: (bench: Bench) => CaptureSession<GreyFrame>) {
    this.session = session(this);
  }

  /** The next frames of a steady camera, answered by the tracker at once. */
  async film(count: number, found = true, intervalMs = INTERVAL_MS): Promise<GreyFrame[]> {
    const frames: GreyFrame[] = [];
    for (let at = 0; at < count; at += 1) {
      const frame = new GreyFrame((this.#timeMs += intervalMs));
      frames.push(frame);
      await this.session.take(frame);
      this.answer(found);
    }
    return frames;
  }

  answer(found = true, extra: Partial<TrackReply> = {}): void {
    for (const { id, timeMs, frame } of this.sent.splice(0)) {
      frame.close();
      this.session.answer({ id, timeMs, ms: 1, face: found ? face : undefined, ...extra });
    }
  }

  of<T extends CaptureEvent['type']>(type: T): Extract<CaptureEvent, { type: T }>[] {
    return this.events.filter(
      (event): event is Extract<CaptureEvent, { type: T }> => event.type === type,
    );
  }
}

const resetTracker = vi.fn();
let bench: Bench;
beforeEach(async () => {
  resetTracker.mockClear();
  vi.stubGlobal('WebAssembly', undefined);
  const extractor = await loadExtractor(() => Promise.reject(new Error('not asked for')));
  vi.unstubAllGlobals();
  bench = new Bench(({ events, sent }) => {
    const emit = (event: CaptureEvent): number => events.push(event);
    const sendToTracker = (id: number, timeMs: number, frame: GreyFrame): number =>
      sent.push({ id, timeMs, frame });
    return new CaptureSession(extractor, { sendToTracker, resetTracker, emit }, true);
  });
});

describe('a capture session', () => {
  test('closes every frame, or hands it to the tracker', async () => {
    const frames = await bench.film(20);
    expect(frames.every((frame) => frame.isClosed && frame.copies === 1)).toBe(true);
  });

  test('reports the face every second frame, and for how many frames it has been seen', async () => {
    // The thirteenth is needed to settle the eleventh.
    await bench.film(13);
    const faces = bench.of('face');
    expect(faces).toHaveLength(6);
    expect(faces.map(({ facesSeen }) => facesSeen)).toEqual([1, 3, 5, 7, 9, 11]);
    const [first] = faces;
    expect(first).toMatchObject({ found: true, aspect: 0.75 });
    expect(first?.outline).toHaveLength(72);
    expect(first?.luma).toBeCloseTo(((126 - 16) * 255) / 219, 3);
    expect(first?.yaw).toBeCloseTo(0, 3);
  });

  test('reports a missing face with all values zero', async () => {
    await bench.film(10);
    await bench.film(4, false);
    const last = bench.of('face').at(-1);
    expect(last).toMatchObject({ found: false, width: 0, facesSeen: 0, luma: 0 });
    expect(last?.outline).toHaveLength(0);
  });

  test('starts a recording with the next frame and ends it with its last chunk', async () => {
    await bench.film(40);
    bench.session.record({ chunkCount: 2, chunkS: 1 });
    await bench.film(2 * FRAMES_PER_S + 10);
    const chunks = bench.of('chunk');
    expect(chunks.map(({ index, frames }) => [index, frames])).toEqual([
      [0, FRAMES_PER_S],
      [1, FRAMES_PER_S],
    ]);
    for (const { payload } of chunks) {
      const decoded = decodeChunk(payload);
      if (!decoded.ok) throw new Error(decoded.reason);
      const { regions, background, timeMs } = decoded.value.frames;
      expect(timeMs[1]).not.toBe(Math.round(timeMs[1] ?? 0));
      expect(regions.skin?.pixels[7]).toBeGreaterThan(50);
      expect(regions.skin?.green[7]).toBeCloseTo(((126 - 16) * 255) / 219 - 2, -1);
      expect(background.red[7]).not.toBeNaN();
    }
    expect(bench.of('recorded')).toEqual([
      { type: 'recorded', frames: 2 * FRAMES_PER_S, dropped: 0, framesPerS: FRAMES_PER_S },
    ]);
  });

  test('excludes frames that were filmed before the recording', async () => {
    await bench.film(3);
    await bench.session.take(new GreyFrame(6000));
    bench.session.record({ chunkCount: 1, chunkS: 0.5 });
    await bench.session.take(new GreyFrame(6033));
    bench.answer();
    for (const timeMs of [6600, 6633, 6666, 6700]) {
      await bench.session.take(new GreyFrame(timeMs));
      bench.answer();
    }
    expect(bench.of('chunk')).toMatchObject([{ startMs: 6033, frames: 1 }]);
  });

  test('reports a chunk that cannot be encoded, and stops the recording', async () => {
    bench.session.record({ chunkCount: 2, chunkS: 1 });
    await bench.film(1100, true, 1);
    expect(bench.of('failed')).toMatchObject([{ code: 'CREATE_CHUNK_FAIL' }]);
    await bench.film(100);
    expect(bench.of('chunk')).toEqual([]);
    expect(bench.of('recorded')).toEqual([]);
  });

  test('counts frames that the camera lost, and those that could not be read', async () => {
    bench.session.record({ chunkCount: 1, chunkS: 2 });
    await bench.film(20);
    await bench.film(1, true, INTERVAL_MS * 3);
    const broken = new GreyFrame(5000.25 + INTERVAL_MS * 24);
    broken.close();
    await bench.session.take(broken);
    await bench.film(1, true, INTERVAL_MS * 2);
    await bench.film(60);
    expect(bench.of('chunk')).toMatchObject([{ dropped: 3 }]);
  });

  test('drops a duplicate frame', async () => {
    const [frame] = await bench.film(1);
    const again = new GreyFrame((frame?.timestamp ?? 0) / 1000);
    await bench.session.take(again);
    expect(again).toMatchObject({ isClosed: true, copies: 0 });
  });

  test('continues when the camera changes its frame size', async () => {
    await bench.film(5);
    for (const timeMs of [6000, 6033, 6066]) {
      await bench.session.take(new GreyFrame(timeMs, 32, 64));
      bench.answer();
    }
    expect(bench.of('face').at(-1)).toMatchObject({ found: true, aspect: 2 });
    expect(bench.of('failed')).toEqual([]);
  });

  test('averages no face over a change of the frame size', async () => {
    await bench.film(5);
    const moved = { points: head({ half: 0.12, x: 0.3 }), confidence: 0.9 };
    for (const timeMs of [6000, 6033, 6066, 6100, 6133]) {
      await bench.session.take(new GreyFrame(timeMs, 32, 64));
      bench.answer(true, { face: moved });
    }
    const after = bench.of('face').filter(({ aspect }) => aspect === 2);
    expect(after).toHaveLength(2);
    expect(after[0]?.centreX).toBe(after[1]?.centreX);
  });

  test('counts frames as lost that await the tracker when the camera changes its frame size', async () => {
    bench.session.record({ chunkCount: 1, chunkS: 1 });
    await bench.film(6);
    for (let at = 7; at <= FRAMES_PER_S + 4; at += 1) {
      await bench.session.take(new GreyFrame(5000.25 + at * INTERVAL_MS, 32, 64));
      bench.answer();
    }
    const [chunk] = bench.of('chunk');
    expect(chunk?.dropped).toBeGreaterThan(0);
    expect((chunk?.frames ?? 0) + (chunk?.dropped ?? 0)).toBe(FRAMES_PER_S);
  });

  test('discards the frame and the recording of a camera that is detached during a copy', async () => {
    bench.session.record({ chunkCount: 1, chunkS: 1 });
    await bench.film(5);
    const late = new GreyFrame(9000);
    const taking = bench.session.take(late);
    bench.session.reset();
    await taking;
    expect(bench.sent.map(({ frame }) => frame)).not.toContain(late);
    bench.answer();
    expect(late.isClosed).toBe(true);
    const before = bench.events.length;
    await bench.film(60);
    expect(bench.of('chunk')).toEqual([]);
    expect(bench.events.length).toBeGreaterThan(before);
    expect(bench.of('face').at(-1)).toMatchObject({ found: true });
  });

  test('has room for the next camera however often one was detached during a copy', async () => {
    for (let at = 0; at < 20; at += 1) {
      const taking = bench.session.take(new GreyFrame(9000 + at));
      bench.session.reset();
      await taking;
    }
    await bench.film(5);
    expect(bench.of('face').at(-1)).toMatchObject({ found: true });
  });

  test('counts the face of the next camera from the start', async () => {
    await bench.film(13);
    bench.session.reset();
    bench.events.length = 0;
    await bench.film(5);
    expect(bench.of('face')[0]).toMatchObject({ facesSeen: 1 });
  });

  test('loses no frame to a tracker that never answers in time', async () => {
    bench.session.record({ chunkCount: 1, chunkS: 1 });
    for (let at = 0; at < 60; at += 1) {
      await bench.session.take(new GreyFrame(10_000 + at * INTERVAL_MS));
      if (at % 25 === 24) bench.answer();
    }
    expect(bench.of('chunk')).toMatchObject([{ frames: FRAMES_PER_S, dropped: 0 }]);
    expect(bench.of('face').length).toBeGreaterThan(0);
  });

  test('reports a failure of the tracker', async () => {
    await bench.session.take(new GreyFrame(1));
    bench.answer(false, { error: 'out of memory' });
    expect(bench.of('failed')).toMatchObject([{ code: 'WORKER_ERROR', message: 'out of memory' }]);
  });

  test('reports rate and timings', async () => {
    await bench.film(30);
    expect(bench.of('rate')[0]).toMatchObject({ type: 'rate' });
    const timing = bench.of('timing')[0];
    expect(timing?.extractMs.length).toBeGreaterThan(0);
  });
});

describe('a session with a learned estimator', () => {
  /** An estimator that answers with a value by the id of each frame, or not at all. */
  function learn(answers: (id: number) => number | null): FaceReader {
    const reader = new FaceReader(({ id }) => {
      const value = answers(id);
      if (value !== null) queueMicrotask(() => reader.answer({ id, value, ms: 5 }));
    });
    return reader;
  }
  const pulses = (): (readonly number[] | undefined)[] =>
    bench.of('chunk').map(({ payload }) => {
      const decoded = decodeChunk(payload);
      if (!decoded.ok) throw new Error(decoded.reason);
      const { learned } = decoded.value.frames;
      return learned && [...learned.pulse];
    });

  test('carries one number per frame in the chunk', async () => {
    bench.session.readFacesWith(learn((id) => id));
    bench.session.record({ chunkCount: 1, chunkS: 0.5 });
    await bench.film(24);
    // The last frame of a chunk may still be in the network when the chunk ends.
    expect(pulses()).toEqual([[...Array.from({ length: 15 }, (_, id) => id), NaN]]);
  });

  test('omits the section from a chunk without any answer', async () => {
    bench.session.readFacesWith(learn((id) => (id < 16 ? id : null)));
    bench.session.record({ chunkCount: 2, chunkS: 0.5 });
    await bench.film(42);
    const [first, second] = pulses();
    expect(first).toHaveLength(16);
    expect(second).toBeUndefined();
  });

  test('gives no time since the previous camera to the first face of the next', async () => {
    const since: number[] = [];
    const reader = new FaceReader(({ id, sinceS }) => {
      since.push(sinceS);
      queueMicrotask(() => reader.answer({ id, value: 0, ms: 5 }));
    });
    bench.session.readFacesWith(reader);
    await bench.film(5);
    bench.session.reset();
    const before = since.length;
    await bench.film(5);
    expect(since[before - 1]).toBeGreaterThan(0);
    expect(since[before]).toBe(0);
  });

  test('reads nothing where there is no face', async () => {
    bench.session.readFacesWith(learn((id) => id));
    bench.session.record({ chunkCount: 1, chunkS: 0.5 });
    await bench.film(24, false);
    expect(pulses()).toEqual([undefined]);
  });

  test('waits for the estimator when fed with a recording', async () => {
    const asked: number[] = [];
    const reader = new FaceReader(({ id }) => asked.push(id));
    bench.session.readFacesWith(reader);
    // The face of a frame is known only after later frames have been tracked.
    for (let at = 0; asked.length === 0; at += 1) {
      await bench.session.take(new GreyFrame(at * INTERVAL_MS));
      bench.answer();
    }
    const waiting = bench.session.follow(new GreyFrame(1000));
    let isDone = false;
    void waiting.then(() => (isDone = true));
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    expect(isDone).toBe(false);
    for (const id of asked) reader.answer({ id, value: 0, ms: 500 });
    bench.answer();
    await waiting;
  });
});

describe('a session that is fed with a recording', () => {
  const PLAN = { chunkCount: 1, chunkS: 0.5 };
  const settled = async (waiting: Promise<void>): Promise<boolean> => {
    let isDone = false;
    void waiting.then(() => (isDone = true));
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    return isDone;
  };

  test('waits for the tracker only for frames that are tracked', async () => {
    await bench.session.follow(new GreyFrame(0));
    const waiting = bench.session.follow(new GreyFrame(INTERVAL_MS));
    expect(await settled(waiting)).toBe(false);
    bench.answer();
    expect(await settled(waiting)).toBe(true);
  });

  /** With a pattern, so that the numbers depend on the place of the face and of the background. */
  const patterned = (timeMs: number): GreyFrame => {
    const frame = new GreyFrame(timeMs);
    frame.pixel = (at) => 60 + (at % 64) * 2;
    return frame;
  };

  test('gives the same numbers whatever it was shown before', async () => {
    const payloads: Uint8Array[] = [];
    const pictures: unknown[] = [];
    const other = { points: head({ half: 0.12, y: 0.3, x: 0.58 }), confidence: 0.9 };
    for (const shown of [0, 3, 40]) {
      for (let at = 0; at < shown; at += 1) {
        await bench.session.take(patterned(9000 + at * INTERVAL_MS));
        bench.answer(true, { face: other });
      }
      await bench.session.recordFromStart(PLAN);
      bench.events.length = 0;
      for (let at = 0; at < 2 * FRAMES_PER_S; at += 1) {
        await bench.session.follow(patterned(at * INTERVAL_MS));
        bench.answer();
      }
      payloads.push(...bench.of('chunk').map(({ payload }) => payload));
      pictures.push(bench.of('face').map(({ picture }) => picture));
    }
    expect(payloads).toHaveLength(3);
    expect(payloads[1]).toEqual(payloads[0]);
    expect(payloads[2]).toEqual(payloads[0]);
    expect(pictures[1]).toEqual(pictures[0]);
    expect(pictures[2]).toEqual(pictures[0]);
    expect(resetTracker).toHaveBeenCalledTimes(3);
  });

  test('starts to record when the tracker has answered pending frames', async () => {
    await bench.session.take(new GreyFrame(0));
    const recording = bench.session.recordFromStart(PLAN);
    expect(await settled(recording)).toBe(false);
    bench.answer();
    expect(await settled(recording)).toBe(true);
  });
});
