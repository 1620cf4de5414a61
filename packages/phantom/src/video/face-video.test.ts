// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawBarcode, readBarcode } from './barcode.ts';
import { createFaceVideo, VIDEO_SIZE } from './face-video.ts';
import { loopFor } from './loop.ts';
import { shifted } from './shift.ts';

const { width, height } = VIDEO_SIZE;
const PIXELS = width * height;

/** Mean of a square of the luma plane around a point given in pixels from the face's centre. */
function meanLuma(frame: Uint8Array, dx: number, dy: number, half = 8): number {
  let sum = 0;
  for (let y = 235 + dy - half; y < 235 + dy + half; y += 1) {
    for (let x = 320 + dx - half; x < 320 + dx + half; x += 1) sum += frame[y * width + x] ?? 0;
  }
  return sum / (2 * half) ** 2;
}

/** Vitest's own comparison takes seconds on planes of this size. */
const sameBytes = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean =>
  a !== undefined && b !== undefined && Buffer.from(a).equals(Buffer.from(b));

const CHEEK = [-55, 30] as const;
const WALL = [-270, -100] as const;

/** Amplitude of one frequency in a series sampled evenly over a whole number of its periods. */
function amplitudeOf(series: readonly number[], cycles: number): number {
  let [cosine, sine] = [0, 0];
  series.forEach((value, at) => {
    const angle = (2 * Math.PI * cycles * at) / series.length;
    cosine += value * Math.cos(angle);
    sine += value * Math.sin(angle);
  });
  return (2 * Math.hypot(cosine, sine)) / series.length;
}

describe('The face video', () => {
  // One video for several tests: painting takes about a second.
  const options = { bpm: 60, breaths: 12, seconds: 5, frameRate: 10, amplitude: 2, lift: 0 };
  const video = createFaceVideo(options);
  const frames = Array.from({ length: video.frameCount }, (_, at) => video.frame(at));

  it('contains I420 frames of 640 x 480 that carry their number', () => {
    expect(frames).toHaveLength(50);
    frames.forEach((frame, at) => {
      expect(frame).toHaveLength((PIXELS * 3) / 2);
      expect(readBarcode(frame, width, height)).toBe(at);
    });
  });

  it('shows the pulse on the cheek at its rate and about its amplitude, and none on the wall', () => {
    const cheek = frames.map((frame) => meanLuma(frame, ...CHEEK));
    const wall = frames.map((frame) => meanLuma(frame, ...WALL));
    // 2 levels of green with blood's red and blue are 1.33 of limited-range luma, less the shading.
    expect(amplitudeOf(cheek, 5)).toBeGreaterThan(0.9);
    expect(amplitudeOf(cheek, 5)).toBeLessThan(1.4);
    expect(amplitudeOf(wall, 5)).toBeLessThan(0.08);
  });

  it('darkens the skin as blood fills it', () => {
    // The skin is fullest a fifth of a second after a beat, and emptiest a fifth before it.
    expect(meanLuma(frames[12] ?? new Uint8Array(), ...CHEEK)).toBeLessThan(
      meanLuma(frames[8] ?? new Uint8Array(), ...CHEEK) - 1,
    );
  });

  it('has no pulse anywhere at amplitude 0', () => {
    const still = createFaceVideo({ ...options, amplitude: 0, grain: 0 });
    const [first, ...others] = Array.from({ length: 10 }, (_, at) =>
      still.frame(at).subarray(0, (height - 8) * width),
    );
    for (const other of others) expect(sameBytes(other, first)).toBe(true);
  });

  it('gives the same bytes for the same seed', () => {
    expect(sameBytes(createFaceVideo(options).frame(7), frames[7])).toBe(true);
    expect(sameBytes(createFaceVideo({ ...options, seed: 2 }).frame(7), frames[7])).toBe(false);
  });

  it('lifts the head with the breath', () => {
    const lifted = createFaceVideo({ ...options, amplitude: 0, grain: 0, lift: 4 });
    // The parting line of the lips: its darkest row moves up when the chest is full (1.25 s) and down when empty.
    const lips = (frame: Uint8Array): number => {
      const rows = Array.from({ length: 40 }, (_, at) => 300 + at);
      return rows.reduce((darkest, row) =>
        (frame[row * width + 320] ?? 0) < (frame[darkest * width + 320] ?? 0) ? row : darkest,
      );
    };
    expect(lips(lifted.frame(38)) - lips(lifted.frame(12))).toBeGreaterThanOrEqual(6);
  });

  it('lifts the shoulders farther than the head', () => {
    const lifted = createFaceVideo({ ...options, amplitude: 0, grain: 0, lift: 2, shoulders: 3 });
    // The row between the wall beside the neck and the shirt below it.
    const shoulder = (frame: Uint8Array): number => {
      const rows = Array.from({ length: 80 }, (_, at) => 400 + at);
      return rows.find((row) => (frame[row * width + 450] ?? 0) < 100) ?? NaN;
    };
    expect(shoulder(lifted.frame(38)) - shoulder(lifted.frame(12))).toBe(12);
  });

  it('shows nobody with the face "none"', () => {
    const nobody = createFaceVideo({ ...options, face: 'none', grain: 0 }).frame(0);
    expect(Math.abs(meanLuma(nobody, ...CHEEK) - meanLuma(nobody, -270, CHEEK[1]))).toBeLessThan(1);
  });

  it('has no frame outside its loop', () => {
    expect(() => video.frame(50)).toThrow(/no frame 50/);
  });

  it('refuses options outside their range, naming them', () => {
    expect(() => createFaceVideo({ scale: 0 })).toThrow(/scale must be 0.05 to 3/);
    expect(() => createFaceVideo({ amplitude: Number.NaN })).toThrow(/amplitude/);
  });
});

describe('The loop', () => {
  it('contains whole periods of pulse and breathing, close to the requested rates', () => {
    const asked = fc.record({
      seconds: fc.integer({ min: 20, max: 60 }),
      bpm: fc.integer({ min: 40, max: 180 }),
      breaths: fc.integer({ min: 6, max: 30 }),
    });
    fc.assert(
      fc.property(asked, ({ seconds, bpm, breaths }) => {
        const loop = loopFor(seconds, 30, bpm, breaths);
        for (const rate of [loop.bpm, loop.breaths]) {
          const periods = (rate * loop.frameCount) / 30 / 60;
          expect(periods).toBeCloseTo(Math.round(periods), 9);
        }
        expect(loop.frameCount).toBeGreaterThanOrEqual(seconds * 30);
        expect(loop.frameCount).toBeLessThanOrEqual(2 * seconds * 30);
        expect(Math.abs(loop.bpm - bpm)).toBeLessThan(0.5);
        expect(Math.abs(loop.breaths - breaths)).toBeLessThan(1.2);
      }),
    );
  });
});

describe('The barcode', () => {
  it('round-trips every number it can hold', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 65_535 }), (number) => {
        const luma = new Uint8ClampedArray(160 * 16).fill(120);
        drawBarcode(luma, 160, 16, number);
        expect(readBarcode(luma, 160, 16)).toBe(number);
      }),
    );
  });

  it('is not detected in a plain picture', () => {
    expect(readBarcode(new Uint8Array(160 * 16).fill(120), 160, 16)).toBeNull();
    expect(readBarcode(new Uint8Array(160 * 16).fill(255), 160, 16)).toBeNull();
  });
});

describe('Moving a picture', () => {
  it('moves a slope by exactly the requested distance', () => {
    const slope = Float32Array.from(
      { length: 20 * 10 },
      (_, at) => (at % 20) + 3 * Math.floor(at / 20),
    );
    fc.assert(
      fc.property(
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        (dx, dy) => {
          const moved = shifted(slope, 20, 10, dx, dy);
          expect(moved[5 * 20 + 10]).toBeCloseTo(10 - dx + 3 * (5 - dy), 3);
        },
      ),
    );
  });
});
