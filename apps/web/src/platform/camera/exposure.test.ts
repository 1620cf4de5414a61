// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextExposure, wantedChange, type FaceExposure } from './exposure.ts';
import type { ImageCapabilities, ImageSettings } from './image-controls.ts';

const face = (luma: number, peak: number | null = luma + 40, framesPerS = 30): FaceExposure => ({
  luma,
  peak,
  framesPerS,
});

/** Capabilities that Chrome reports for a phone's front camera, and for a USB camera. */
const PHONE: ImageCapabilities = {
  exposureMode: ['continuous', 'manual'],
  exposureCompensation: { min: -3, max: 3, step: 0.25 },
  exposureTime: { min: 1, max: 2000, step: 1 },
  iso: { min: 50, max: 1600, step: 1 },
};
const USB: ImageCapabilities = {
  exposureMode: ['continuous', 'manual'],
  exposureTime: { min: 10, max: 5000, step: 10 },
};
const AUTOMATIC: ImageSettings = { exposureMode: 'continuous', exposureCompensation: 0 };
const MANUAL: ImageSettings = { exposureMode: 'manual', exposureTime: 100 };

describe('the wanted change of the exposure', () => {
  it.each([
    [120, 160, 0],
    [85, 130, 0],
    [170, 200, 0],
  ])('is zero for luma %i with peaks of %i', (luma, peak, change) => {
    expect(wantedChange(face(luma, peak))).toBe(change);
  });

  it('is positive for a dark face and negative for an overexposed one', () => {
    expect(wantedChange(face(40, 90))).toBe(1);
    expect(wantedChange(face(75, 120))).toBeGreaterThan(0);
    expect(wantedChange(face(190, 230))).toBeLessThan(0);
    expect(wantedChange(face(120, 270))).toBeLessThan(0);
  });

  it('never clips the red channel', () => {
    expect(wantedChange(face(60, 225))).toBe(0);
    const change = wantedChange(face(60, 190));
    expect(190 * 2 ** (change / 2.2)).toBeLessThanOrEqual(226);
  });

  it('is zero while the peaks are unknown', () => {
    expect(wantedChange(face(40, null))).toBe(0);
  });
});

describe('the next exposure', () => {
  it("adjusts the compensation of the camera's automatic exposure where available", () => {
    expect(nextExposure(face(40), PHONE, AUTOMATIC, 30)).toEqual({
      exposureMode: 'continuous',
      exposureCompensation: 1,
    });
    const further = { ...AUTOMATIC, exposureCompensation: 1.75 };
    expect(nextExposure(face(40), PHONE, further, 30)).toMatchObject({ exposureCompensation: 2 });
    const furthest = { ...AUTOMATIC, exposureCompensation: 2 };
    expect(nextExposure(face(40), PHONE, furthest, 30)).toBeNull();
  });

  it('sets the exposure time where only that is available, up to one frame', () => {
    expect(nextExposure(face(40), USB, MANUAL, 30)).toEqual({
      exposureMode: 'manual',
      exposureTime: 200,
    });
    const long = { ...MANUAL, exposureTime: 250 };
    expect(nextExposure(face(40), USB, long, 30)).toMatchObject({ exposureTime: 320 });
    expect(nextExposure(face(40), USB, { ...MANUAL, exposureTime: 320 }, 30)).toBeNull();
  });

  it('raises the gain when the exposure time is at its limit', () => {
    const settings = { ...MANUAL, exposureTime: 317, iso: 200 };
    expect(nextExposure(face(40), PHONE, settings, 30)).toMatchObject({ iso: 400 });
  });

  it('shortens an exposure that slows the frames down, and compensates with gain', () => {
    const dim = { ...AUTOMATIC, exposureTime: 660, iso: 400 };
    expect(nextExposure(face(60, 100, 15), PHONE, dim, 30)).toEqual({
      exposureMode: 'manual',
      exposureTime: 317,
      iso: 834,
    });
    expect(nextExposure(face(60, 100, 15), USB, { ...dim, iso: undefined }, 30)).toEqual({
      exposureMode: 'manual',
      exposureTime: 320,
    });
  });

  it('reduces the added compensation where the exposure time is not reported', () => {
    const can = { ...PHONE, exposureTime: undefined };
    const slow = face(60, 100, 15);
    expect(nextExposure(slow, can, { ...AUTOMATIC, exposureCompensation: 1 }, 30)).toEqual({
      exposureMode: 'continuous',
      exposureCompensation: 0.5,
    });
    expect(nextExposure(slow, can, AUTOMATIC, 30)).toBeNull();
  });

  it('is unchanged for a camera that is slow for another reason', () => {
    const short = { ...AUTOMATIC, exposureTime: 80 };
    expect(nextExposure(face(60, 100, 15), PHONE, short, 30)).toBeNull();
  });

  it('is null for a camera without controls', () => {
    expect(nextExposure(face(40), {}, {}, 30)).toBeNull();
  });

  it("stays within the camera's capabilities for any input", () => {
    const level = fc.double({ min: 0, max: 400, noNaN: true });
    fc.assert(
      fc.property(
        level,
        level,
        fc.double({ min: 0, max: 60, noNaN: true }),
        fc.integer({ min: 1, max: 2000 }),
        fc.integer({ min: -12, max: 12 }),
        (luma, peak, framesPerS, time, quarters) => {
          const now = { ...AUTOMATIC, exposureTime: time, exposureCompensation: quarters / 4 };
          const next = nextExposure({ luma, peak, framesPerS }, PHONE, now, 30);
          expect(Math.abs(next?.exposureCompensation ?? 0)).toBeLessThanOrEqual(3);
          expect(next?.exposureTime ?? 1).toBeGreaterThanOrEqual(1);
          expect(next?.exposureTime ?? 1).toBeLessThanOrEqual(317);
        },
      ),
    );
  });
});
