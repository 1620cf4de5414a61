// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FaceLandmarks } from '../face/landmarks.ts';
import { FrameQueue, type ResolvedFrame } from './queue.ts';

const faceAt = (x: number): FaceLandmarks => ({ points: Float32Array.of(x, x), confidence: 1 });
const xs = (resolved: readonly ResolvedFrame[]) =>
  resolved.map(({ frame, face }) => [frame.id, face?.points[0]]);

/** The tracker's answer, resolved at once. */
function settle(queue: FrameQueue, id: number, face: FaceLandmarks | undefined) {
  return queue.answered(id) ? queue.resolve(id, id * 10, face) : [];
}

/** Feeds a queue with frames 10 ms apart. */
function feed(queue: FrameQueue, ids: readonly number[]): boolean[] {
  return ids.map((id) => {
    const taken = queue.takeSlot();
    if (!('slot' in taken)) throw new Error('No slot was free.');
    return queue.push({ id, timeMs: id * 10, lostBefore: 0, slot: taken.slot });
  });
}

describe('the frame queue', () => {
  test('requests tracking of every second frame, and only when the tracker is idle', () => {
    const queue = new FrameQueue(16);
    expect(feed(queue, [0, 1, 2, 3])).toEqual([true, false, false, false]);
    settle(queue, 0, undefined);
    expect(feed(queue, [4])).toEqual([true]);
    settle(queue, 4, undefined);
    expect(feed(queue, [5, 6])).toEqual([false, true]);
  });

  test('interpolates the landmarks of frames between two tracked ones by time', () => {
    const queue = new FrameQueue(16);
    feed(queue, [0, 1, 2]);
    expect(xs(settle(queue, 0, faceAt(0)))).toEqual([[0, 0]]);
    feed(queue, [3, 4]);
    expect(xs(settle(queue, 4, faceAt(8)))).toEqual([
      [1, 2],
      [2, 4],
      [3, 6],
      [4, 8],
    ]);
    feed(queue, [5, 6]);
    expect(xs(settle(queue, 6, faceAt(20)))).toEqual([
      [5, 14],
      [6, 20],
    ]);
  });

  test('does not invent a face next to a frame without one', () => {
    const queue = new FrameQueue(16);
    feed(queue, [0, 1, 2]);
    settle(queue, 0, undefined);
    expect(xs(settle(queue, 2, faceAt(1)))).toEqual([
      [1, undefined],
      [2, 1],
    ]);
    feed(queue, [3, 4]);
    expect(xs(settle(queue, 4, undefined))).toEqual([
      [3, undefined],
      [4, undefined],
    ]);
  });

  test('evicts the oldest frame with the last known landmarks when the tracker is too slow', () => {
    const queue = new FrameQueue(3);
    feed(queue, [0]);
    for (const { frame } of settle(queue, 0, faceAt(5))) queue.release(frame.slot);
    expect(feed(queue, [1, 2, 3])).toEqual([false, true, false]);
    const first = queue.takeSlot();
    expect(first).toMatchObject({ evicted: { frame: { id: 1 }, isTracked: false } });
    const second = queue.takeSlot();
    expect(second).toMatchObject({ evicted: { frame: { id: 2 }, isTracked: true } });
    expect(xs(settle(queue, 2, faceAt(7)))).toEqual([]);
    expect(queue.length).toBe(1);
  });

  test('discards the frames and the face of the previous camera, even with an answer pending', () => {
    const queue = new FrameQueue(4);
    feed(queue, [0, 1, 2]);
    for (const { frame } of settle(queue, 0, faceAt(9))) queue.release(frame.slot);
    feed(queue, [3]);
    queue.clear();
    expect(queue.length).toBe(0);
    expect(feed(queue, [4])).toEqual([false]);
    expect(settle(queue, 3, faceAt(1))).toEqual([]);
    expect(feed(queue, [5])).toEqual([true]);
    expect(xs(settle(queue, 5, faceAt(2)))).toEqual([
      [4, undefined],
      [5, 2],
    ]);
  });

  test('tracks the first frame of the next camera, whenever the last one of the previous was tracked', () => {
    const queue = new FrameQueue(4);
    feed(queue, [0]);
    settle(queue, 0, undefined);
    queue.clear();
    expect(feed(queue, [1])).toEqual([true]);
  });

  test('loses no frame and no slot, whenever the tracker answers', () => {
    const answers = fc.array(fc.record({ frames: fc.nat(9), found: fc.boolean() }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), answers, (capacity, steps) => {
        const queue = new FrameQueue(capacity);
        const seen: number[] = [];
        let [id, tracked] = [0, -1];
        const done = ({ frame }: ResolvedFrame): void => {
          seen.push(frame.id);
          queue.release(frame.slot);
        };
        for (const { frames, found } of steps) {
          for (let count = 0; count < frames; count += 1) {
            let taken = queue.takeSlot();
            while ('evicted' in taken) {
              done(taken.evicted);
              taken = queue.takeSlot();
            }
            if (queue.push({ id, timeMs: id * 10, lostBefore: 0, slot: taken.slot })) tracked = id;
            id += 1;
          }
          if (tracked >= 0) {
            settle(queue, tracked, found ? faceAt(1) : undefined).forEach(done);
          }
        }
        expect(seen).toEqual(Array.from({ length: seen.length }, (_, at) => at));
        expect(seen.length + queue.length).toBe(id);
        expect(queue.length).toBeLessThanOrEqual(capacity);
      }),
    );
  });
});
