// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Semaphore } from './semaphore.ts';

describe('places for so many at once', () => {
  it('are never exceeded, go to the first who asked, and come back from what failed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.record({ steps: fc.nat(5), fails: fc.boolean() }), { maxLength: 30 }),
        async (count, works) => {
          const slots = new Semaphore(count);
          const begun: number[] = [];
          let inHand = 0;
          const all = works.map(({ steps, fails }, id) =>
            slots.use(async () => {
              begun.push(id);
              inHand += 1;
              expect(inHand).toBeLessThanOrEqual(count);
              for (let step = 0; step < steps; step += 1) await Promise.resolve();
              inHand -= 1;
              if (fails) throw new Error(String(id));
              return id;
            }),
          );
          const outcomes = await Promise.allSettled(all);
          expect(begun).toEqual(works.map((_work, id) => id));
          expect(outcomes.map(({ status }) => status)).toEqual(
            works.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')),
          );
        },
      ),
    );
  });
});
