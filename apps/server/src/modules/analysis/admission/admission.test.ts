// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Admission } from './admission.ts';

describe('the admission of measurements', () => {
  let now = 0;
  let pausing = false;
  let admission: Admission;
  afterEach(() => {
    vi.useRealTimers();
  });
  beforeEach(() => {
    vi.useFakeTimers();
    now = 1_000;
    const backlog = { longestWaitMs: 0, taken: () => Promise.resolve() };
    pausing = false;
    const capacity = { most: 2, hasRoom: (people: number) => !pausing && people < 2 };
    admission = new Admission({ capacity, backlog, now: () => now });
  });
  const full = expect.objectContaining({
    code: 'RATE_LIMIT',
    status: 429,
    retryAfterS: 5,
  }) as Error;

  it('accepts as many as the server has room for, and gives the next one a retry time', async () => {
    await Promise.all([admission.open('a'), admission.open('b')]);
    await expect(admission.open('c')).rejects.toThrow(full);
    expect(admission.count).toBe(2);
  });

  it('accepts another once one has sent its last chunk', async () => {
    await admission.open('a');
    await admission.open('b');
    admission.fed('a');
    admission.ended('a');
    await admission.open('c');
    await expect(admission.open('d')).rejects.toThrow(full);
  });

  it('accepts no measurement while chunks have to wait', async () => {
    pausing = true;
    await expect(admission.open('a')).rejects.toThrow(full);
    expect(admission.count).toBe(0);
    pausing = false;
    await admission.open('a');
  });

  it('keeps a place while chunks arrive', async () => {
    await admission.open('a');
    await admission.open('b');
    for (let at = 0; at < 12; at += 1) {
      now += 5_000;
      admission.fed('a');
      admission.fed('b');
    }
    await expect(admission.open('c')).rejects.toThrow(full);
  });

  it('releases a place that was never used, or abandoned midway', async () => {
    await admission.open('a');
    await admission.open('b');
    admission.fed('b');
    now += 15_000;
    expect(admission.count).toBe(1);
    now += 5_000;
    expect(admission.count).toBe(0);
  });

  it('keeps a place for the same time with and without a wait in the queue', async () => {
    // The analysis is behind for two seconds.
    const late = {
      get longestWaitMs() {
        return now < 3_000 ? 1_000 : 0;
      },
      taken: () => {
        now = 3_000;
        return Promise.resolve();
      },
    };
    const capacity = { most: 2, hasRoom: () => true };
    const lined = new Admission({ capacity, backlog: late, now: () => now });
    await lined.open('a');
    now = 3_000 + 14_999;
    expect(lined.count).toBe(1);
    now += 1;
    expect(lined.count).toBe(0);
  });

  it('counts measurements opened on another server and fed here', async () => {
    admission.fed('x');
    admission.fed('y');
    admission.fed('z');
    expect(admission.count).toBe(3);
    await expect(admission.open('a')).rejects.toThrow(full);
  });

  it('reserves a place before the queue, so that no queued measurement is refused', async () => {
    const backlog = { longestWaitMs: 0, taken: () => Promise.resolve() };
    const many = new Admission({
      capacity: { most: 30, hasRoom: (people: number) => people < 30 },
      backlog,
    });
    const told: number[] = [];
    const asked = Array.from({ length: 40 }, (_none, at) =>
      many.open(String(at)).catch(() => told.push(at)),
    );
    expect(many.count).toBe(30);
    await vi.advanceTimersByTimeAsync(0);
    // Ten without a place, and nine with a place who found the queue full.
    expect(told.sort((a, b) => a - b)).toEqual(Array.from({ length: 19 }, (_none, at) => 21 + at));
    await vi.advanceTimersByTimeAsync(5_000);
    await Promise.all(asked);
    expect(many.waiting).toBe(0);
    expect(many.count).toBe(21);
    await many.open('later');
  });
});
