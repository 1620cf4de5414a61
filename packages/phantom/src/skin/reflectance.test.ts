// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { WAVELENGTHS_NM } from './haemoglobin.ts';
import { skinReflectance } from './reflectance.ts';

const at = (content: Parameters<typeof skinReflectance>[0], nm: number): number =>
  skinReflectance(content)[WAVELENGTHS_NM.indexOf(nm)] ?? Number.NaN;

describe('the reflectance of skin', () => {
  it('matches measurements of light skin: about a third in green, half in red', () => {
    expect(at({ melanosomes: 0.03 }, 550)).toBeGreaterThan(0.2);
    expect(at({ melanosomes: 0.03 }, 550)).toBeLessThan(0.4);
    expect(at({ melanosomes: 0.03 }, 650)).toBeGreaterThan(0.45);
  });

  it('falls with melanin at every wavelength, most in blue', () => {
    const light = skinReflectance({ melanosomes: 0.03 });
    const dark = skinReflectance({ melanosomes: 0.3 });
    light.forEach((value, i) => expect(dark[i]).toBeLessThan(value));
    const share = (nm: number) => at({ melanosomes: 0.3 }, nm) / at({ melanosomes: 0.03 }, nm);
    expect(share(450)).toBeLessThan(share(550));
    expect(share(550)).toBeLessThan(share(650));
  });

  it('falls with blood where haemoglobin absorbs, and hardly in red', () => {
    const change = (nm: number) =>
      1 - at({ melanosomes: 0.03, blood: 0.012 }, nm) / at({ melanosomes: 0.03, blood: 0.01 }, nm);
    expect(change(540)).toBeGreaterThan(0.02);
    expect(change(650)).toBeLessThan(change(540) / 4);
  });

  it.each([
    [{ melanosomes: 0 }, /melanosomes must be 0.005 to 0.6/],
    [{ melanosomes: 0.1, blood: 1 }, /blood must be/],
    [{ melanosomes: 0.1, oxygenation: 2 }, /oxygenation must be/],
  ])('refuses %j', (content, rule) => {
    expect(() => skinReflectance(content)).toThrow(rule);
  });
});
