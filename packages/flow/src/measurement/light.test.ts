// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { lightAfter, UNKNOWN_LIGHT, type Light } from './light.ts';
import { GOOD_FACE, NO_FACE } from './timeline.test-support.ts';

const after = (
  luma: number,
  backLuma?: number,
  frames = 60,
  from: Light = UNKNOWN_LIGHT,
): Light => {
  let light = from;
  for (let frame = 0; frame < frames; frame += 1) {
    light = lightAfter(light, {
      ...GOOD_FACE,
      luma,
      ...(backLuma !== undefined && { backLuma }),
    });
  }
  return light;
};

describe('the hint about light', () => {
  it.each([
    [120, 100, null],
    [120, undefined, null],
    [40, 30, 'dim'],
    [40, undefined, 'dim'],
    [235, 100, 'bright'],
    [100, 200, 'backlit'],
    [40, 180, 'backlit'],
  ] as const)('for skin of luma %i before a background of %s is %s', (luma, behind, hint) => {
    expect(after(luma, behind).hint).toBe(hint);
  });

  it('stays within its border, and goes beyond it', () => {
    const dim = after(50);
    expect(after(60, undefined, 200, dim).hint).toBe('dim');
    expect(after(70, undefined, 200, dim).hint).toBeNull();
  });

  it('is not swayed by a single frame, nor by one without a face', () => {
    const fine = after(120, 100);
    expect(after(0, 255, 1, fine).hint).toBeNull();
    expect(lightAfter(fine, NO_FACE)).toBe(fine);
  });
});
