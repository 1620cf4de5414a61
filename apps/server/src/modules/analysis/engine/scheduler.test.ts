// SPDX-License-Identifier: Apache-2.0
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { laneOf } from './lanes.ts';
import { Scheduler } from './scheduler.ts';

const silent = pino({ level: 'silent' });

/** Work whose pieces are finished by hand. */
function controlled(work: Record<string, number>) {
  const open: { readonly id: string; readonly finish: (worked: boolean) => void }[] = [];
  const begun: string[] = [];
  const step = (id: string): Promise<boolean> => {
    begun.push(id);
    return new Promise((resolve) => {
      open.push({
        id,
        finish: (worked) => {
          if (worked) work[id] = (work[id] ?? 0) - 1;
          resolve(worked);
        },
      });
    });
  };
  const finishNext = async (): Promise<void> => {
    const next = open.shift();
    next?.finish((work[next.id] ?? 0) > 0);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { step, begun, open, finishNext };
}

describe('the scheduler of the analysis', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('runs one task of a measurement at a time, however often it is announced', async () => {
    const { step, begun, open, finishNext } = controlled({ a: 2 });
    const scheduler = new Scheduler({ step, lanes: 1, perLane: 4, log: silent });
    for (let n = 0; n < 5; n += 1) scheduler.announce('a');
    expect(open).toHaveLength(1);
    while (open.length > 0) {
      expect(open).toHaveLength(1);
      await finishNext();
    }
    // Two pieces, and one poll that found none.
    expect(begun).toEqual(['a', 'a', 'a']);
  });

  it('works on several measurements concurrently, up to its limit, and serves each in turn', async () => {
    const { step, begun, open, finishNext } = controlled({ a: 2, b: 1, c: 1 });
    const scheduler = new Scheduler({ step, lanes: 1, perLane: 2, log: silent });
    for (const id of ['a', 'b', 'c']) scheduler.announce(id);
    expect(begun).toEqual(['a', 'b']);
    await finishNext();
    expect(begun).toEqual(['a', 'b', 'c']);
    while (open.length > 0) {
      expect(open.length).toBeLessThanOrEqual(2);
      await finishNext();
    }
    expect(begun.filter((id) => id === 'a').length).toBeGreaterThanOrEqual(2);
  });

  it('prioritises measurements whose last chunk has arrived, also if already queued', async () => {
    const { step, begun, open, finishNext } = controlled({});
    const scheduler = new Scheduler({ step, lanes: 1, perLane: 1, log: silent });
    for (const id of ['a', 'b', 'c', 'd']) scheduler.announce(id);
    scheduler.announce('c', true);
    scheduler.announce('e', true);
    while (open.length > 0) await finishNext();
    expect(begun).toEqual(['a', 'c', 'e', 'b', 'd']);
  });

  it('never makes a measurement wait for a lane other than its own', async () => {
    const { step, begun, open, finishNext } = controlled({});
    const scheduler = new Scheduler({ step, lanes: 2, perLane: 1, log: silent });
    const ids = Array.from({ length: 6 }, (_, at) => `measurement ${String(at)}`);
    for (const id of ids) scheduler.announce(id);
    expect(begun.map((id) => laneOf(id, 2)).sort()).toEqual([0, 1]);
    while (open.length > 0) await finishNext();
    for (const lane of [0, 1]) {
      const own = (id: string): boolean => laneOf(id, 2) === lane;
      expect(begun.filter(own)).toEqual(ids.filter(own));
    }
  });

  it('does not miss an announcement that arrives during a poll', async () => {
    const work = { a: 0 };
    const { step, begun, finishNext } = controlled(work);
    const scheduler = new Scheduler({ step, lanes: 1, perLane: 1, log: silent });
    scheduler.announce('a');
    scheduler.announce('a');
    await finishNext();
    expect(begun).toEqual(['a', 'a']);
  });

  it('retries a measurement whose work threw, with a growing delay', async () => {
    const begun: number[] = [];
    const start = Date.now();
    const scheduler = new Scheduler({
      step: () => {
        begun.push(Date.now() - start);
        return begun.length < 4 ? Promise.reject(new Error('disk full')) : Promise.resolve(false);
      },
      lanes: 1,
      perLane: 1,
      log: silent,
    });
    scheduler.announce('a');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(begun).toEqual([0, 250, 750, 1750]);
  });

  it('finishes running work when it stops, and starts nothing new', async () => {
    const { step, begun, finishNext } = controlled({ a: 5, b: 5 });
    const scheduler = new Scheduler({ step, lanes: 1, perLane: 1, log: silent });
    scheduler.announce('a');
    scheduler.announce('b');
    let stopped = false;
    const stop = scheduler.stop().then(() => {
      stopped = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(stopped).toBe(false);
    await finishNext();
    await stop;
    scheduler.announce('c');
    expect(begun).toEqual(['a']);
  });
});
