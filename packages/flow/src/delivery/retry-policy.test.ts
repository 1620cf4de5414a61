// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backOffPolicy, MEASUREMENT_BACK_OFF } from './retry-policy.ts';

const steady = backOffPolicy({
  firstMs: 100,
  factor: 2,
  maxMs: 500,
  giveUpAfterMs: 2000,
  jitter: 0,
  random: () => 0.5,
});

describe('the back-off policy', () => {
  it('waits longer each time, up to its limit', () => {
    const waits = [1, 2, 3, 4, 9].map((attempt) => steady.next({ attempt, elapsedMs: 0 }));
    expect(waits).toEqual([100, 200, 400, 500, 500]);
  });

  it('stops when its time is up, and not later', () => {
    expect(steady.next({ attempt: 5, elapsedMs: 1900 })).toBe(100);
    expect(steady.next({ attempt: 5, elapsedMs: 2000 })).toBeNull();
  });

  it('subtracts a random share from each wait', () => {
    const policy = backOffPolicy({ ...MEASUREMENT_BACK_OFF, jitter: 0.5, random: () => 1 });
    expect(policy.next({ attempt: 1, elapsedMs: 0 })).toBe(MEASUREMENT_BACK_OFF.firstMs / 2);
  });

  it('ends on time for any random draws', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }),
        (draws) => {
          let draw = 0;
          const policy = backOffPolicy({
            ...MEASUREMENT_BACK_OFF,
            random: () => draws[draw++ % draws.length] ?? 0,
          });
          let elapsedMs = 0;
          for (let attempt = 1; attempt < 1000; attempt += 1) {
            const wait = policy.next({ attempt, elapsedMs });
            if (wait === null) break;
            expect(wait).toBeGreaterThan(0);
            elapsedMs += wait;
          }
          expect(elapsedMs).toBe(MEASUREMENT_BACK_OFF.giveUpAfterMs);
        },
      ),
    );
  });
});
