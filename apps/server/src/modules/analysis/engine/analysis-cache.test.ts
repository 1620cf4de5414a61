// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnalysisCache } from './analysis-cache.ts';

const analysis = (bytes: number, ...digests: string[]) => ({ bytes, digests });

describe('the analyses that a worker keeps', () => {
  it('are found only by exactly the chunks they were fed', () => {
    const kept = new AnalysisCache(100, 1000, () => 0);
    const one = analysis(10, 'a', 'b');
    const taken = (...digests: string[]) => {
      kept.keep('m', one);
      return kept.take('m', digests);
    };
    expect(taken('a', 'b')).toBe(one);
    for (const digests of [['a'], ['b', 'a'], ['a', 'b', 'c'], []]) {
      expect(taken(...digests)).toBeNull();
    }
    expect(kept.bytes).toBe(0);
  });

  it('are removed when taken, so that an error leaves none behind', () => {
    const kept = new AnalysisCache(100, 1000, () => 0);
    kept.keep('m', analysis(10, 'a'));
    kept.take('m', ['a']);
    expect(kept.take('m', ['a'])).toBeNull();
  });

  it('stay within their limit: the least recently used is evicted first', () => {
    const kept = new AnalysisCache(25, 1000, () => 0);
    for (const id of ['a', 'b']) kept.keep(id, analysis(10, id));
    kept.keep('a', kept.take('a', ['a']) ?? expect.fail());
    kept.keep('c', analysis(10, 'c'));
    expect(['a', 'b', 'c'].map((id) => kept.take(id, [id]) !== null)).toEqual([true, false, true]);
    kept.keep('larger than all', analysis(26, 'd'));
    expect(kept.bytes).toBe(0);
  });

  it('count their bytes correctly for any sequence of operations', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 40 }), fc.boolean())),
        (steps) => {
          const kept = new AnalysisCache(100, 1000, () => 0);
          const model = new Map<string, number>();
          for (const [which, bytes, isTaken] of steps) {
            const id = String(which);
            if (isTaken) kept.take(id, ['x']);
            else kept.keep(id, analysis(bytes, 'x'));
            model.delete(id);
            if (!isTaken) model.set(id, bytes);
            for (const [oldest] of model) {
              if ([...model.values()].reduce((sum, one) => sum + one, 0) <= 100) break;
              model.delete(oldest);
            }
            expect(kept.bytes).toBe([...model.values()].reduce((sum, one) => sum + one, 0));
          }
        },
      ),
    );
  });

  it('are dropped when they receive nothing for a while', () => {
    let now = 0;
    const kept = new AnalysisCache(100, 1000, () => now);
    kept.keep('left', analysis(10, 'a'));
    now = 1000;
    kept.keep('m', analysis(10, 'b'));
    expect(kept.bytes).toBe(10);
  });
});
