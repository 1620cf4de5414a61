// SPDX-License-Identifier: Apache-2.0
import { decodeChunk, encodeChunk } from '@perfuse/contract/payload/codec';
import { REGION_IDS } from '@perfuse/contract/payload/regions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksOf, phantomChunks } from './chunks.ts';
import { phantomTraces, type TraceOptions } from './traces.ts';

/** Amplitude and phase of one frequency, by least squares on the actual frame times. */
function component(timeMs: Float64Array, values: Float32Array, hz: number): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let [cosine, sine] = [0, 0];
  values.forEach((value, at) => {
    const angle = (2 * Math.PI * hz * (timeMs[at] ?? 0)) / 1000;
    cosine += (value - mean) * Math.cos(angle);
    sine += (value - mean) * Math.sin(angle);
  });
  return (2 * Math.hypot(cosine, sine)) / values.length;
}

function standardDeviation(values: Float32Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

const mean = (values: Float32Array): number => values.reduce((a, b) => a + b, 0) / values.length;
const relative = (values: Float32Array): number => standardDeviation(values) / mean(values);

const regionOf = (options: TraceOptions, id: (typeof REGION_IDS)[number] = 'skin') => {
  const { frames, truth } = phantomTraces(options);
  const region = frames.regions[id];
  if (!region) throw new Error(`The phantom has no region ${id}.`);
  return { frames, truth, region };
};

const QUIET: TraceOptions = { bpm: 72, sdnn: 0, snr: 60, lightDrift: 0, sway: 0, jitter: 0 };

describe('Phantom traces', () => {
  it('carry the pulse in green with the requested amplitude', () => {
    for (const amplitude of [0.1, 0.5, 2]) {
      const { frames, region } = regionOf({ ...QUIET, amplitude });
      expect(component(frames.timeMs, region.green, 1.2) / amplitude).toBeCloseTo(1, 1);
    }
  });

  it('carry the colour of blood: red and blue vary less than green', () => {
    const { frames, region } = regionOf({ ...QUIET, amplitude: 1 });
    const green = component(frames.timeMs, region.green, 1.2);
    expect(component(frames.timeMs, region.red, 1.2) / green).toBeCloseTo(0.43, 2);
    expect(component(frames.timeMs, region.blue, 1.2) / green).toBeCloseTo(0.69, 2);
  });

  it('darken when blood fills the skin, and brighten with inverted polarity', () => {
    const dark = regionOf({ ...QUIET, amplitude: 1 });
    const bright = regionOf({ ...QUIET, amplitude: 1, polarity: 'brightening' });
    // The skin is fullest a quarter of a beat after beat 3.
    const full = dark.frames.timeMs.findIndex((time) => time >= (3.2 / 1.2) * 1000);
    const mean = dark.region.green.reduce((sum, value) => sum + value, 0) / 900;
    expect(dark.region.green[full]).toBeLessThan(mean - 0.5);
    expect(bright.region.green[full]).toBeGreaterThan(mean + 0.5);
  });

  it('have the requested signal-to-noise ratio between 0.6 and 4 Hz', () => {
    const noisy = regionOf({ ...QUIET, amplitude: 0, snr: 6, durationS: 120 }).region.green;
    // White noise: the band holds 3.4 Hz of the total 15 Hz. The pulse would have amplitude 0.5.
    const inBand = standardDeviation(noisy) ** 2 * (3.4 / 15);
    const pulse = (0.5 ** 2 / 2) * (1 + 0.35 ** 2);
    expect(10 * Math.log10(pulse / inBand)).toBeCloseTo(6, 0);
  });

  it('hold no pulse at amplitude 0', () => {
    const { frames, region } = regionOf({ ...QUIET, amplitude: 0 });
    expect(component(frames.timeMs, region.green, 1.2)).toBeLessThan(0.005);
  });

  it('share the drift of the light with the background', () => {
    const { frames, region } = regionOf({ ...QUIET, amplitude: 0, lightDrift: 0.02 });
    const ratio = region.green.map((value, at) => value / (frames.background.green[at] ?? 0));
    expect(relative(region.green)).toBeGreaterThan(0.008);
    expect(relative(ratio)).toBeLessThan(relative(region.green) / 20);
  });

  it.each(['brightness', 'tint'] as const)('share a fluctuating %s with the background', (what) => {
    const restless = { brightness: 0, tint: 0, [what]: 0.03 };
    const { frames, region } = regionOf({ ...QUIET, amplitude: 0, restless, durationS: 120 });
    const { background } = frames;
    for (const channel of ['red', 'green', 'blue'] as const) {
      const ratio = region[channel].map((value, at) => value / (background[channel][at] ?? 0));
      expect(relative(region[channel])).toBeGreaterThan(0.02);
      expect(relative(region[channel])).toBeLessThan(0.05);
      expect(relative(ratio)).toBeLessThan(relative(region[channel]) / 20);
    }
    const hue = region.green.map((value, at) => value / (region.red[at] ?? 0));
    if (what === 'tint') expect(relative(hue)).toBeGreaterThan(0.02);
    else expect(relative(hue)).toBeLessThan(0.002);
    // It extends to heart rates.
    const steps = region.green.map((value, at) =>
      at < 6 ? 0 : value - (region.green[at - 6] ?? 0),
    );
    expect(standardDeviation(steps)).toBeGreaterThan(0.1);
  });

  it('show the light of a screen on the face, its spill on the wall, and more of it on one cheek', () => {
    const screen = { depth: 0.03, cutsPerS: 1, spill: 0.25 };
    const { frames, region } = regionOf({ ...QUIET, amplitude: 0, screen, durationS: 120 });
    expect(relative(region.red)).toBeGreaterThan(0.015);
    expect(relative(frames.background.red) / relative(region.red)).toBeCloseTo(0.25, 1);
    const { leftCheek, rightCheek } = frames.regions;
    if (!leftCheek || !rightCheek) throw new Error('The phantom has no cheeks.');
    const sides = relative(leftCheek.red) / relative(rightCheek.red);
    expect(Math.abs(Math.log(sides))).toBeGreaterThan(0.05);
  });

  it('swing in the colours of a lamp, which an overexposed wall does not show', () => {
    const swinging = { depth: 0.02, hz: 1.2, tint: 0.5, spill: 0.5 };
    const options = { ...QUIET, amplitude: 0, swinging, snr: 30 };
    const lit = regionOf(options);
    const face = relative(lit.region.red);
    expect(relative(lit.frames.background.red) / face).toBeCloseTo(0.5, 1);
    expect(relative(lit.region.blue) / face).not.toBeCloseTo(1, 1);
    const burnt = regionOf({ ...options, burntWall: true });
    expect(relative(burnt.frames.background.red)).toBe(0);
    expect(burnt.region.red).toEqual(lit.region.red);
  });

  it('alias a flicker that is faster than the frame rate', () => {
    const flicker = { hz: 100, depth: 0.02, tint: 0.2 };
    const options = { ...QUIET, amplitude: 0, flicker, frameRate: 24.7 };
    const { frames, region } = regionOf(options);
    const depth = (values: Float32Array): number =>
      component(frames.timeMs, values, 1.2) / mean(values);
    expect(depth(region.green)).toBeCloseTo(0.02, 3);
    expect(depth(region.blue)).toBeCloseTo(0.024, 3);
  });

  it('are the same for the same seed and different for another', () => {
    const options = { seed: 9, jitter: 3, dropped: 0.05 };
    const bytes = (seed: number): string =>
      phantomChunks({ ...options, seed })
        .map((chunk) => Buffer.from(encodeChunk(chunk)).toString('base64'))
        .join();
    expect(bytes(9)).toBe(bytes(9));
    expect(bytes(10)).not.toBe(bytes(9));
  });

  it('have no values for frames without a face', () => {
    const { frames, region } = regionOf({ absent: [[10, 12]] });
    frames.timeMs.forEach((time, at) => {
      const gone = time >= 10_000 && time < 12_000;
      expect(frames.face.confidence[at] === 0).toBe(gone);
      expect(Number.isNaN(region.green[at])).toBe(gone);
      expect(region.pixels[at] === 0).toBe(gone);
      expect(frames.background.green[at]).toBeGreaterThan(0);
    });
  });

  it('count the frames that were lost', () => {
    const { frames, lostBefore } = phantomTraces({ dropped: 0.2, durationS: 20 });
    const lost = lostBefore.reduce((sum, value) => sum + value, 0);
    expect(frames.timeMs.length + lost).toBeGreaterThan(595);
    expect(frames.timeMs.length + lost).toBeLessThanOrEqual(600);
    expect(lost).toBeGreaterThan(80);
  });

  it('refuse options outside their range', () => {
    expect(() => phantomTraces({ amplitude: -1 })).toThrow(/amplitude/);
    expect(() => phantomTraces({ frameRate: 0 })).toThrow(/frameRate/);
    expect(() => phantomTraces({ dropped: 1 })).toThrow(/dropped/);
    const screen = { depth: 0.02, cutsPerS: 1, spill: 2 };
    expect(() => phantomTraces({ screen })).toThrow(/spill must be 0 to 1/);
    expect(() => phantomTraces({ restless: { brightness: 1, tint: 0 } })).toThrow(/brightness/);
    expect(() => phantomTraces({ jitter: Number.NaN })).toThrow(/jitter/);
  });
});

describe('Phantom chunks', () => {
  it('are six of about 5 s for a measurement, and together hold every frame in order', () => {
    const traces = phantomTraces({ seed: 4 });
    const chunks = chunksOf(traces);
    expect(chunks.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(chunks.every(({ count }) => count === 6)).toBe(true);
    const times = chunks.flatMap(({ frames }) => Array.from(frames.timeMs));
    expect(times).toEqual(Array.from(traces.frames.timeMs));
    for (const { frames } of chunks) {
      expect(Math.abs(frames.timeMs.length - 150)).toBeLessThanOrEqual(2);
    }
  });

  it('round-trip through the payload codec for any camera', () => {
    const options = fc.record({
      bpm: fc.integer({ min: 40, max: 180 }),
      seed: fc.nat({ max: 1000 }),
      frameRate: fc.constantFrom(10, 15, 24, 30, 60),
      jitter: fc.constantFrom(0, 2, 40),
      dropped: fc.constantFrom(0, 0.1, 0.6),
      durationS: fc.integer({ min: 5, max: 30 }),
      amplitude: fc.constantFrom(0, 0.5, 5),
      snr: fc.constantFrom(-20, 10),
      absent: fc.constantFrom<[number, number][]>([], [[2, 4]]),
    });
    fc.assert(
      fc.property(options, (given) => {
        for (const chunk of phantomChunks(given)) {
          const decoded = decodeChunk(encodeChunk(chunk));
          expect(decoded).toEqual({ ok: true, value: chunk });
          expect(Object.keys(chunk.frames.regions)).toEqual([...REGION_IDS]);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('carry the person in every chunk', () => {
    const person = {
      AGE_YEARS: 40,
      WEIGHT_KG: 75,
      HEIGHT_CM: 175,
      SEX_ASSIGNED_AT_BIRTH: 2,
      SMOKER: 1,
      DIABETES: 4,
      BLOOD_PRESSURE_MEDICATION: 0,
    } as const;
    const chunks = phantomChunks({ person });
    expect(chunks.map((chunk) => chunk.person)).toEqual(Array.from({ length: 6 }, () => person));
  });

  it('move the chest with the breath, and have no confidence when it is not in the picture', () => {
    const breaths = 12;
    const options = { breaths, absent: [[10, 12]] as const, chest: 0.003 };
    const { frames } = phantomTraces(options);
    let sum = 0;
    const places = Array.from(frames.chest?.shift ?? [], (shift) => (sum += shift));
    const amplitude = (perMinute: number): number => {
      const turn = (2 * Math.PI * perMinute) / 60_000;
      const [a, b] = [Math.cos, Math.sin].map((wave) =>
        places.reduce((all, y, i) => all + y * wave(turn * (frames.timeMs[i] ?? 0)), 0),
      );
      return (2 * Math.hypot(a ?? 0, b ?? 0)) / places.length;
    };
    expect(amplitude(breaths)).toBeGreaterThan(0.002);
    expect(amplitude(2 * breaths)).toBeLessThan(0.001);
    frames.timeMs.forEach((ms, i) => {
      const isAway = ms >= 10_000 && ms < 12_000;
      if (isAway) expect(frames.chest?.confidence[i]).toBe(0);
    });
    const away = phantomTraces({ ...options, chest: 0 }).frames.chest;
    expect(away?.confidence.every((value) => value === 0)).toBe(true);
    expect(away?.shift.every((value) => value === 0)).toBe(true);
  });
});
