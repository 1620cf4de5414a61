// SPDX-License-Identifier: Apache-2.0
import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServiceError } from '../../../platform/errors/service-error.ts';
import { eventWithin } from '../event-within.ts';
import { ArrivalPacer } from './arrival-pacer.ts';

const CHUNK_MS = 5_000;
const AT_ONCE = 4;

describe('the pacing of new measurements', () => {
  let waited = 0;
  const analysis = new EventEmitter();
  const backlog = {
    get longestWaitMs() {
      return waited;
    },
    taken: (ms: number) => eventWithin(analysis, 'taken', ms),
  };
  let settled = 0;
  /** Those who are queued or began in the last 5 s. */
  let recent = 0;
  beforeEach(() => {
    vi.useFakeTimers();
    settled = 0;
    recent = 0;
    waited = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const paceFor = (most: number): ArrivalPacer =>
    new ArrivalPacer({
      most: () => most,
      count: () => settled + recent,
      backlog,
      retryAfterS: 5,
      now: () => Date.now(),
    });

  /** People who come at given times, ms from now; when each began, or how they were refused. */
  async function come(pace: ArrivalPacer, times: readonly number[]) {
    const start = Date.now();
    const outcomes = times.map(async (time) => {
      await new Promise((resolve) => setTimeout(resolve, time));
      recent += 1;
      return pace.turn().then(
        () => {
          setTimeout(() => (recent -= 1), CHUNK_MS);
          return { came: time, began: Date.now() - start };
        },
        (error: unknown) => {
          recent -= 1;
          return { came: time, refusal: error as ServiceError };
        },
      );
    });
    await vi.advanceTimersByTimeAsync(Math.max(0, ...times) + 60_000);
    return Promise.all(outcomes);
  }
  const begun = (outcomes: Awaited<ReturnType<typeof come>>) =>
    outcomes.flatMap((outcome) => ('began' in outcome ? [outcome] : []));

  it('lets the first few begin at once, and the others at even intervals', async () => {
    const outcomes = await come(paceFor(50), [0, 0, 0, 0, 0, 0, 0]);
    expect(begun(outcomes).map(({ began }) => began)).toEqual([0, 0, 0, 0, 100, 200, 300]);
  });

  it('leaves running measurements their share of the chunk time', async () => {
    settled = 60;
    const outcomes = await come(paceFor(100), [0, 0, 0, 0, 0, 0]);
    expect(begun(outcomes).map(({ began }) => began)).toEqual([0, 0, 0, 0, 125, 250]);
    settled = 100;
    expect(begun(await come(paceFor(100), [0, 0, 0, 0, 0])).at(-1)?.began).toBe(150);
  });

  it('queues a crowd up to a limit, and refuses the rest at once with a retry time', async () => {
    const pace = paceFor(50);
    const outcomes = await come(
      pace,
      Array.from({ length: 200 }, () => 0),
    );
    const refused = outcomes.flatMap((outcome) => ('refusal' in outcome ? [outcome.refusal] : []));
    expect(begun(outcomes).map(({ began }) => began)).toEqual(
      Array.from({ length: 25 + AT_ONCE }, (_none, at) => Math.max(0, at - AT_ONCE + 1) * 100),
    );
    expect(refused).toHaveLength(175 - AT_ONCE);
    for (const refusal of refused) {
      expect(refusal).toMatchObject({ code: 'RATE_LIMIT', status: 429, retryAfterS: 5 });
    }
    expect(pace.waiting).toBe(0);
    expect(begun(await come(pace, [0])).map(({ began }) => began)).toEqual([0]);
  });

  it('never delays a single arrival', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1_000 }),
        fc.array(fc.integer({ min: 150, max: 20_000 }), { minLength: 1, maxLength: 20 }),
        async (most, pauses) => {
          let time = 0;
          const outcomes = await come(
            paceFor(most),
            pauses.map((pause) => (time += pause)),
          );
          expect(outcomes).toEqual(outcomes.map(({ came }) => ({ came, began: came })));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('keeps order, maximum wait and rate per 5 s for any arrivals', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 50, max: 400 }),
        fc.array(fc.integer({ min: 0, max: 8_000 }), { maxLength: 300 }),
        async (most, times) => {
          const came = times.sort((a, b) => a - b);
          const all = begun(await come(paceFor(most), came));
          const moments = all.map(({ began }) => began);
          expect(moments).toEqual([...moments].sort((a, b) => a - b));
          for (const { came: at, began } of all) expect(began - at).toBeLessThan(CHUNK_MS);
          for (const [at, moment] of moments.entries()) {
            const last = moments[at + most + AT_ONCE];
            if (last !== undefined) expect(last - moment).toBeGreaterThanOrEqual(CHUNK_MS - most);
          }
          // Nobody who finds the queue short is refused.
          if (came.length <= Math.floor(most / 2)) expect(all).toHaveLength(came.length);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('delays the first in the queue while chunks wait for analysis, but not forever', async () => {
    const pace = paceFor(50);
    waited = 501;
    const all = begun(await come(pace, [0, 0]));
    expect(all.map(({ began }) => began)).toEqual([2_500, 2_500]);
  });

  it('continues as soon as no chunk waits for analysis', async () => {
    const pace = paceFor(50);
    waited = 4_000;
    let isIn = false;
    void pace.turn().then(() => (isIn = true));
    await vi.advanceTimersByTimeAsync(1_000);
    analysis.emit('taken');
    await vi.advanceTimersByTimeAsync(0);
    expect(isIn).toBe(false);
    waited = 0;
    analysis.emit('taken');
    await vi.advanceTimersByTimeAsync(0);
    expect(isIn).toBe(true);
    expect(analysis.listenerCount('taken')).toBe(0);
  });
});
