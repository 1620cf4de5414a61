// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisOf, roundStep, tickText } from './axis.ts';
import { label, picture } from './svg.ts';

describe('an axis', () => {
  it('spans every value, with at most eight ticks', () => {
    const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(values, (list) => {
        const axis = axisOf(list, 10, 110);
        expect(axis.ticks.length).toBeLessThanOrEqual(8);
        for (const value of list) {
          expect(axis.at(value)).toBeGreaterThanOrEqual(10 - 1e-6);
          expect(axis.at(value)).toBeLessThanOrEqual(110 + 1e-6);
        }
      }),
    );
  });

  it('steps by 1, 2, 2.5 or 5 times a power of ten, with short labels', () => {
    expect(roundStep(10, 5)).toBe(2);
    expect(roundStep(0.11, 5)).toBeCloseTo(0.025, 12);
    expect(tickText(0.1 + 0.2)).toBe('0.3');
  });
});

describe('a picture', () => {
  it('escapes markup in its texts', () => {
    const svg = picture(10, 10, { title: 'a & b', description: '<' }, label(1, 2, '<script>"'));
    expect(svg).toContain('<title>a &amp; b</title>');
    expect(svg).toContain('&lt;script>&quot;');
    expect(svg).not.toContain('<script');
  });
});
