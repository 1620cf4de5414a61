// SPDX-License-Identifier: Apache-2.0
import { AsyncLocalStorage } from 'node:async_hooks';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PriorityGate } from './priority-gate.ts';

/** Work that is finished by hand. */
function held() {
  const begun: number[] = [];
  const finish = new Map<number, () => void>();
  const work = (id: number) => (): Promise<number> => {
    begun.push(id);
    return new Promise((resolve) => finish.set(id, () => resolve(id)));
  };
  return { begun, work, finish: (id: number) => finish.get(id)?.() };
}

const turn = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

describe('the priority gate', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('starts chunks at once, however many newcomers are queued', async () => {
    const gate = new PriorityGate();
    const { work, begun } = held();
    for (let id = 0; id < 100; id += 1) void gate.newcomer(work(id));
    await turn();
    expect(begun).toEqual([0, 1]);
    void gate.chunk(work(1_000));
    expect(begun).toEqual([0, 1, 1_000]);
    expect(gate.waiting).toBe(98);
  });

  it('starts a newcomer after the running chunks, and does not starve it in a stream of chunks', async () => {
    const gate = new PriorityGate();
    const { work, begun, finish } = held();
    void gate.chunk(work(1));
    const newcomer = gate.newcomer(work(2));
    await vi.advanceTimersByTimeAsync(20);
    expect(begun).toEqual([1]);
    finish(1);
    await vi.advanceTimersByTimeAsync(2);
    expect(begun).toEqual([1, 2]);
    finish(2);
    expect(await newcomer).toBe(2);

    // One chunk after the other, without a gap.
    void gate.chunk(work(3));
    void gate.newcomer(work(4));
    for (let id = 10; id < 40; id += 1) {
      void gate.chunk(work(id));
      await vi.advanceTimersByTimeAsync(5);
    }
    expect(begun).toContain(4);
  });

  it('starts newcomers in order of arrival, and is not blocked by one that fails or hangs', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('done', 'failed', 'hung'), { minLength: 1, maxLength: 30 }),
        async (fates) => {
          const gate = new PriorityGate();
          const begun: number[] = [];
          const all = fates.map((fate, id) =>
            gate
              .newcomer(async () => {
                begun.push(id);
                if (fate === 'failed') throw new Error('no');
                if (fate === 'hung') await new Promise(() => undefined);
                return id;
              })
              .catch(() => 'failed'),
          );
          await vi.advanceTimersByTimeAsync(300 * fates.length);
          expect(begun).toEqual(fates.map((_fate, id) => id));
          expect(gate.waiting).toBe(0);
          const ended = all.filter((_one, id) => fates[id] !== 'hung');
          expect(await Promise.all(ended)).toEqual(
            fates.flatMap((fate, id) => (fate === 'hung' ? [] : [fate === 'done' ? id : 'failed'])),
          );
        },
      ),
      { numRuns: 30 },
    );
  });

  it('runs newcomers in the async context of their own request', async () => {
    const gate = new PriorityGate();
    const request = new AsyncLocalStorage<number>();
    const all = [0, 1, 2, 3, 4].map((id) =>
      request.run(id, () => gate.newcomer(() => Promise.resolve(request.getStore()))),
    );
    await vi.runAllTimersAsync();
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4]);
  });

  it('refuses newcomers at once when the queue is full, and accepts more when it shrinks', async () => {
    const gate = new PriorityGate(3);
    const { work, finish } = held();
    const all = [0, 1, 2, 3, 4].map((id) => gate.newcomer(work(id)));
    await turn();
    await expect(gate.newcomer(work(5))).rejects.toMatchObject({
      code: 'RATE_LIMIT',
      status: 429,
      retryAfterS: 5,
    });
    finish(0);
    expect(await all[0]).toBe(0);
    await turn();
    void gate.newcomer(work(6));
    expect(gate.waiting).toBe(3);
  });
});
