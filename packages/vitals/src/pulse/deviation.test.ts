// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { rateDeviation } from './deviation.ts';
import { movingPath, steadyPath } from './path.ts';

describe('the stated deviation of a heart rate', () => {
  const STANDING = steadyPath(1.2, 900);
  const CLEAR = { snrDb: 60, usableS: 30, spread: 0, path: STANDING };

  it('is never below the floor that living skin sets', () => {
    expect(rateDeviation(CLEAR)).toBeCloseTo(0.18, 5);
  });

  it('adds noise, the spread between parts, and the range of a changing rate', () => {
    const added = (changed: Partial<typeof CLEAR>) =>
      Math.sqrt(rateDeviation({ ...CLEAR, ...changed }) ** 2 - rateDeviation(CLEAR) ** 2);
    expect(added({ snrDb: 0 })).toBeCloseTo(0.45, 3);
    expect(added({ snrDb: 10 })).toBeCloseTo(0.45 / Math.sqrt(10), 3);
    expect(added({ spread: 5 })).toBeCloseTo(1.5, 5);
    const rising = Float64Array.from({ length: 900 }, (_, i) => (70 + (20 * i) / 899) / 60);
    expect(added({ path: movingPath(rising) })).toBeCloseTo(0.3, 3);
  });

  it('grows as the film gets shorter', () => {
    const half = rateDeviation({ ...CLEAR, usableS: 15 });
    expect(half / rateDeviation(CLEAR)).toBeCloseTo(2 ** 0.8, 5);
  });
});
