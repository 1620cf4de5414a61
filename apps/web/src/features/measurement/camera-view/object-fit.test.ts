// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cover, polygonPoints } from './object-fit.ts';

describe('a picture that covers a box', () => {
  it('fills it in both directions and is centred', () => {
    const side = fc.integer({ min: 1, max: 5000 });
    const aspect = fc.double({ min: 0.2, max: 5, noNaN: true });
    fc.assert(
      fc.property(side, side, aspect, (width, height, pictureAspect) => {
        const { scale, left, top } = cover({ width, height }, pictureAspect);
        expect(left).toBeLessThanOrEqual(1e-6);
        expect(top).toBeLessThanOrEqual(1e-6);
        expect(left + scale / 2).toBeCloseTo(width / 2);
        expect(top + (scale * pictureAspect) / 2).toBeCloseTo(height / 2);
        expect(Math.max(left, top)).toBeCloseTo(0);
      }),
    );
  });

  it('places the points of an outline', () => {
    // A square box crops a 4:3 picture at its sides.
    const placement = cover({ width: 300, height: 300 }, 0.75);
    expect(polygonPoints([0.5, 0.375, 0.125, 0], placement)).toBe('150.0,150.0 0.0,0.0 ');
    expect(polygonPoints([], placement)).toBe('');
  });
});
