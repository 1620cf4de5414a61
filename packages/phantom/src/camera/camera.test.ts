// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { WHOLE_SKIN_PIXELS } from '../look.ts';
import { seededRandom } from '../random.ts';
import { phantomTraces } from '../traces.ts';
import { compressor } from './compression.ts';
import { render, type Scene } from './exposure.ts';
import { balancedColour } from './spectrum.ts';

const scene = (change: Partial<Scene> = {}): Scene => ({
  skin: { melanosomes: 0.03 },
  lux: 300,
  colourTemperatureK: 5000,
  frameRate: 30,
  ...change,
});
const dark = { melanosomes: 0.35 };

describe('a camera with white balance', () => {
  it('renders a grey wall as grey under any lamp', () => {
    for (const kelvin of [2700, 4000, 6500]) {
      for (const channel of balancedColour(() => 0.5, kelvin)) expect(channel).toBeCloseTo(0.5, 2);
    }
  });
});

describe('skin in front of a camera', () => {
  it('is brightest in red and darkest in blue, and darker with melanin', () => {
    const [red, green, blue] = render(scene()).skin;
    expect(red).toBeGreaterThan(green);
    expect(green).toBeGreaterThan(blue);
    expect(render(scene({ skin: dark })).skin[1]).toBeLessThan(green - 30);
  });

  it('shows blood most in green, weaker with melanin', () => {
    const [red, green] = render(scene()).blood;
    expect(green).toBeGreaterThan(2 * red);
    expect(green / render(scene()).skin[1]).toBeGreaterThan(0.003);
    expect(render(scene({ skin: dark })).blood[1]).toBeLessThan(green / 1.8);
  });

  it('is noisier in dim light, with melanin, and in blue under a lamp', () => {
    const green = (change: Partial<Scene>) => render(scene(change)).noise[1];
    expect(green({ lux: 10 })).toBeGreaterThan(3 * green({}));
    expect(green({ skin: dark })).toBeGreaterThan(green({}));
    const lamp = render(scene({ colourTemperatureK: 2700 })).noise;
    expect(lamp[2]).toBeGreaterThan(1.5 * lamp[1]);
  });

  it('has shot noise: half as much with four times the light', () => {
    const noise = (lux: number) => render(scene({ lux })).noise[1];
    // Dim enough that shot noise outweighs rounding, bright enough that it outweighs read noise.
    expect(noise(60) / noise(240)).toBeGreaterThan(1.7);
    expect(noise(60) / noise(240)).toBeLessThan(2.2);
  });

  it('gains nothing from light that only shortens the exposure', () => {
    expect(render(scene({ lux: 20_000 })).noise).toEqual(render(scene({ lux: 40_000 })).noise);
  });

  it.each([
    [{ lux: 0 }, /lux must be/],
    [{ colourTemperatureK: 1000 }, /colourTemperatureK must be/],
  ])('refuses %j', (change, rule) => {
    expect(() => render(scene(change))).toThrow(rule);
  });
});

describe('a codec', () => {
  const options = { pixels: 64 * 40, noise: [0, 0, 0] as const };
  it('preserves a constant colour to within a step', () => {
    const decode = compressor({ ...options, step: 2 }, seededRandom(1));
    let colour = decode([150, 110, 90]);
    for (let frame = 0; frame < 20; frame += 1) colour = decode([150, 110, 90]);
    [150, 110, 90].forEach((level, at) =>
      expect(Math.abs((colour[at] ?? 0) - level)).toBeLessThan(3),
    );
  });

  it('loses a change far below its step between key frames', () => {
    const decode = compressor({ ...options, step: 8 }, seededRandom(1));
    const before = decode([150, 110, 90]);
    const after = decode([150.2, 110.4, 90.2]);
    expect(Math.abs(after[1] - before[1])).toBeLessThan(0.1);
  });

  it('requires a rendering, and a step within its range', () => {
    expect(() => phantomTraces({ codecStep: 2 })).toThrow(/needs a rendering/);
    const rendering = render(scene());
    expect(() => phantomTraces({ codecStep: 50, rendering })).toThrow(/codecStep must be 0 to 20/);
  });
});

describe('a rendered subject', () => {
  const green = (change: Parameters<typeof phantomTraces>[0]) =>
    phantomTraces({ rendering: render(scene()), lightDrift: 0, sway: 0, ...change }).frames.regions
      .skin?.green ?? new Float32Array();
  const deviation = (values: Float32Array): number => {
    const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
    return Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / values.length);
  };

  it('has no pulse at amplitude 0', () => {
    expect(deviation(green({ amplitude: 0 }))).toBeLessThan(0.05);
    expect(deviation(green({}))).toBeGreaterThan(0.3);
  });

  it("carries the noise of its pixels' mean where there is no codec", () => {
    const rendering = render(scene());
    // Half of the pixels see green.
    const expected = rendering.noise[1] / Math.sqrt(0.5 * WHOLE_SKIN_PIXELS);
    const found = deviation(green({ amplitude: 0, rendering, durationS: 60 }));
    expect(found / expected).toBeGreaterThan(0.95);
    expect(found / expected).toBeLessThan(1.05);
  });

  it('changes with nodding', () => {
    expect(deviation(green({ amplitude: 0, nod: 0.02 }))).toBeGreaterThan(0.5);
    expect(() => green({ nod: 1 })).toThrow(/nod must be 0 to 0.1/);
  });
});
