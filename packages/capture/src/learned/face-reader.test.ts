// SPDX-License-Identifier: Apache-2.0
import { frameBytes } from '@perfuse/extractor';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { head } from '../../test/heads.ts';
import { CROP_SIDE } from './crop.ts';
import { FaceReader, type SeenFace } from './face-reader.ts';
import type { ReadRequest } from './messages.ts';

const layout = { format: 'I420', width: 64, height: 48 } as const;
const points = head({ half: 0.12 });

function seen(timeMs: number): SeenFace {
  const bytes = new Uint8Array(frameBytes(layout)).fill(126);
  return { bytes, layout, space: { matrix: null, fullRange: null }, timeMs, points };
}

let sent: ReadRequest[];
let reader: FaceReader;
beforeEach(() => {
  sent = [];
  reader = new FaceReader((request) => sent.push(request));
});
const answer = (value: number, ms = 10): void =>
  reader.answer({ id: sent.at(-1)?.id ?? 0, value, ms });

describe('faces that are read while a camera films', () => {
  test('are sent as crops with the time since the previous one', () => {
    reader.offer(seen(1000), true);
    answer(0);
    reader.offer(seen(1040), true);
    expect(sent.map(({ sinceS }) => sinceS)).toEqual([0, 0.04]);
    expect(sent[0]?.picture).toHaveLength(CROP_SIDE * CROP_SIDE * 3);
  });

  test('have a value of NaN until the network answers', () => {
    const reading = reader.offer(seen(0), true);
    expect(reading?.value).toBeNaN();
    answer(0.25);
    expect(reading?.value).toBe(0.25);
  });

  test.each([Infinity, -Infinity, NaN, 1e7])(
    'have no value when the network returns %d',
    (value) => {
      const reading = reader.offer(seen(0), true);
      answer(value);
      expect(reading?.value).toBeNaN();
    },
  );

  test('are skipped while two are pending: no frame waits for the network', () => {
    const readings = [0, 33, 66, 100].map((timeMs) => reader.offer(seen(timeMs), true));
    expect(readings.map((reading) => reading !== undefined)).toEqual([true, true, false, false]);
  });

  test('are read in every second frame on a slow device, and not at all on a slower one', () => {
    const read = (ms: number): boolean[] =>
      Array.from({ length: 40 }, (_, frame) => {
        const reading = reader.offer(seen(frame * 33), true);
        if (reading !== undefined) answer(0, ms);
        return reading !== undefined;
      });
    expect(read(40).slice(-20).filter(Boolean)).toHaveLength(10);
    expect(read(90).slice(-4)).toEqual([false, false, false, false]);
  });

  test('are read less often when the camera loses frames', () => {
    reader.offer(seen(0), true);
    reader.frame(3);
    answer(0);
    reader.offer(seen(33), true);
    expect(sent).toHaveLength(1);
    reader.offer(seen(66), true);
    expect(sent).toHaveLength(2);
  });

  test('restart at time zero after a reset, a gap, or a step back in time', () => {
    for (const timeMs of [0, 33, 1500, 1533, 40]) {
      reader.offer(seen(timeMs), true);
      answer(0);
    }
    reader.reset();
    reader.offer(seen(73), true);
    expect(sent.map(({ sinceS }) => sinceS)).toEqual([0, 0.033, 0, 0.033, 0, 0]);
  });
});

describe('faces of a recording', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test('are all read even on a slow device', async () => {
    for (let frame = 0; frame < 50; frame += 1) {
      expect(reader.offer(seen(frame * 33), false)).toBeDefined();
      let isIdle = false;
      const idle = reader.idle().then(() => (isIdle = true));
      await Promise.resolve();
      expect(isIdle).toBe(false);
      answer(0, 48);
      await idle;
    }
    expect(sent).toHaveLength(50);
  });

  test('are no longer read on a device that takes too long', () => {
    const read = Array.from({ length: 20 }, (_, frame) => {
      const reading = reader.offer(seen(frame * 33), false);
      if (reading !== undefined) answer(0, 130);
      return reading !== undefined;
    });
    expect(read.filter(Boolean)).toHaveLength(15);
  });

  test('are not awaited when the worker no longer answers', async () => {
    reader.offer(seen(0), false);
    const idle = reader.idle();
    await vi.runAllTimersAsync();
    await idle;
    expect(reader.offer(seen(33), false)).toBeUndefined();
    await reader.idle();
  });
});
