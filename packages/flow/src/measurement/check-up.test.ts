// SPDX-License-Identifier: Apache-2.0
import type { PictureReading } from '@perfuse/contract/face-reading';
import {
  CHECK_LEVELS,
  CHECK_UP_ASPECTS,
  type CheckLevel,
  type CheckUpAspect,
} from '@perfuse/contract/configuration/measurement';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkUpAfter,
  checkUpWithRate,
  DEFAULT_CHECK_UP,
  STEADY_ADVICE,
  UNCHECKED,
  type CheckUp,
  type CheckUpLevels,
} from './check-up.ts';
import type { FaceReading } from './ports.ts';
import { GOOD_FACE, NO_FACE } from './timeline.test-support.ts';

const GOOD: PictureReading = {
  faceHighlights: 165,
  redPeak: 190,
  leftCheek: 120,
  rightCheek: 118,
  background: 130,
  overexposed: 0.01,
  edgeWidth: 5,
  noise: 1.5,
};

const seen = (picture: Partial<PictureReading>, luma = 120): FaceReading => ({
  ...GOOD_FACE,
  luma,
  picture: { ...GOOD, ...picture },
});

function after(
  faces: readonly FaceReading[],
  { levels = DEFAULT_CHECK_UP, from = UNCHECKED }: { levels?: CheckUpLevels; from?: CheckUp } = {},
): CheckUp {
  return faces.reduce((state, face) => checkUpAfter(state, face, levels), from);
}
const held = (face: FaceReading, readings = 3 * STEADY_ADVICE): FaceReading[] =>
  Array.from({ length: readings }, () => face);
const adviceFor = (picture: Partial<PictureReading>, luma?: number) =>
  after(held(seen(picture, luma))).advice;
const atRate = (framesPerS: number, picture: Partial<PictureReading> = {}): CheckUp => {
  let state = UNCHECKED;
  for (let second = 0; second < 10; second += 1) state = checkUpWithRate(state, framesPerS);
  return after(held(seen(picture)), { from: state });
};

/** A face that swings back and forth by this multiple of its own width with every reading. */
const swinging = (widths: number, readings = 30): FaceReading[] =>
  Array.from({ length: readings }, (_, place) => ({
    ...seen({}),
    centreX: 0.5 + (place % 2 === 0 ? 0.5 : -0.5) * widths * GOOD_FACE.width,
  }));

/** A face that comes closer and goes back, so that its width changes by this share with every reading. */
const rocking = (share: number, readings = 30): FaceReading[] =>
  Array.from({ length: readings }, (_, place) => ({
    ...seen({}),
    width: GOOD_FACE.width * (place % 2 === 0 ? 1 : 1 + share),
  }));

const all = (level: CheckLevel): CheckUpLevels => ({
  brightness: level,
  backLight: level,
  evenness: level,
  sharpness: level,
  frameRate: level,
  movement: level,
});
const only = (aspect: CheckUpAspect, level: CheckLevel): CheckUpLevels => ({
  ...all('off'),
  [aspect]: level,
});

describe('the check-up', () => {
  it('gives no advice for a good picture', () => {
    expect(after(held(seen({})))).toMatchObject({ advice: null, obstacle: null, isDark: false });
    expect(atRate(29)).toMatchObject({ advice: null });
  });

  it.each([
    ['too-dark', { faceHighlights: 60, background: 40 }],
    ['too-dark', { faceHighlights: 60, background: null }],
    ['too-dark', { noise: 9 }],
    ['too-bright', { redPeak: 280, faceHighlights: 253 }],
    ['backlit', { faceHighlights: 90, background: 238 }],
    ['backlit', { faceHighlights: 100, overexposed: 0.4 }],
    ['uneven', { leftCheek: 140, rightCheek: 70 }],
    ['uneven', { leftCheek: 60, rightCheek: 125 }],
    ['blurred', { edgeWidth: 13 }],
  ] as const)('advises %s for %o', (reason, picture) => {
    expect(adviceFor(picture)).toBe(reason);
  });

  it.each([
    ['in front of a white wall', { background: 190 }],
    ['in front of a dark curtain', { background: 25, faceHighlights: 95 }],
    ['beside a small bright lamp', { overexposed: 0.05 }],
    ['whose camera was set for the face', { faceHighlights: 150, overexposed: 0.5 }],
    ['with noise in the shadows', { leftCheek: 12, rightCheek: 6 }],
    ['with noise in the shadows of the other cheek', { leftCheek: 6, rightCheek: 12 }],
  ])('finds no fault with dark skin %s', (_, picture) => {
    const dark = { faceHighlights: 85, redPeak: 80, leftCheek: 44, rightCheek: 38, ...picture };
    expect(after(held(seen(dark, 42)))).toMatchObject({ advice: null, isDark: false });
  });

  it('judges the same scene alike for any skin', () => {
    for (const skin of [35, 60, 90, 140, 190]) {
      const shine = Math.min(240, skin * 1.15 + 35);
      const face = { leftCheek: skin, rightCheek: skin, redPeak: skin + 20 };
      expect(adviceFor({ ...face, faceHighlights: shine, background: 150 }, skin)).toBeNull();
      const dim = { ...face, faceHighlights: shine * 0.25, background: 35, noise: 8 };
      expect(adviceFor(dim, skin * 0.25)).toBe('too-dark');
    }
  });

  it('attributes a low frame rate to long exposure unless the picture is bright', () => {
    expect(atRate(12, { faceHighlights: 110, background: 90 }).advice).toBe('too-dark');
    expect(atRate(12, { faceHighlights: 170, background: 160 }).advice).toBe('low-frame-rate');
    expect(atRate(24, { faceHighlights: 110, background: 90 }).advice).toBeNull();
  });

  it('waits for a still head, but tolerates movement by breathing', () => {
    expect(after(swinging(0.4)).obstacle).toBe('moving');
    expect(after(swinging(0.02)).obstacle).toBeNull();
    expect(after(rocking(0.3)).obstacle).toBe('moving');
    expect(after(rocking(0.02)).obstacle).toBeNull();
    expect(after(swinging(0.4), { levels: only('movement', 'warn') })).toMatchObject({
      advice: 'moving',
      obstacle: null,
    });
  });

  it('reports the worst of several problems', () => {
    expect(adviceFor({ edgeWidth: 12.5, leftCheek: 200, rightCheek: 40 })).toBe('uneven');
    expect(adviceFor({ edgeWidth: 12.5, leftCheek: 130, rightCheek: 72 })).not.toBeNull();
    expect(adviceFor({ faceHighlights: 20, background: 15, edgeWidth: 12.5 })).toBe('too-dark');
  });

  it('keeps its advice until the problem is clearly fixed, or another one is much worse', () => {
    const dark = after(held(seen({ faceHighlights: 70, background: 60 })));
    const from = { from: dark };
    expect(adviceFor({ faceHighlights: 85, background: 60 })).toBeNull();
    expect(after(held(seen({ faceHighlights: 85, background: 60 })), from).advice).toBe('too-dark');
    expect(after(held(seen({ faceHighlights: 100, background: 60 })), from).advice).toBeNull();
    const both = { faceHighlights: 70, background: 60, leftCheek: 90, rightCheek: 42 };
    expect(after(held(seen(both)), from).advice).toBe('too-dark');
    expect(after(held(seen({ ...both, leftCheek: 200 })), from).advice).toBe('uneven');
  });

  it('ignores problems shorter than half a second, and frames without a face', () => {
    const fine = after(held(seen({})));
    const dark = seen({ faceHighlights: 20, background: 15 });
    const glance = held(dark, STEADY_ADVICE - 1);
    expect(after(glance, { from: fine }).advice).toBeNull();
    expect(after([...glance, ...held(NO_FACE)], { from: fine }).advice).toBeNull();
    expect(after([...glance, NO_FACE, dark], { from: fine }).advice).toBe('too-dark');
    expect(after([NO_FACE], { from: fine }).picture).toEqual(fine.picture);
  });

  it('judges frames between two analyses of the picture by the last one, and before the first one without', () => {
    const dark = seen({ faceHighlights: 20, background: 15 });
    expect(after(held(GOOD_FACE))).toMatchObject({ advice: null, picture: null, isDark: false });
    expect(after([dark, ...held(GOOD_FACE)])).toMatchObject({ advice: 'too-dark', isDark: true });
  });

  it('averages the brightness of the skin and the frame rate, so that no single reading counts', () => {
    const levels = all('block');
    const bright = seen({}, 250);
    const fine = after(held(seen({})), { levels });
    expect(after([bright], { levels, from: fine }).obstacle).toBeNull();
    expect(after(held(bright, 60), { levels, from: fine }).obstacle).toBe('too-bright');
    expect(after([bright], { levels }).obstacle).toBe('too-bright');
    const usual = checkUpWithRate(fine, 29);
    const oneSlow = checkUpWithRate(usual, 12);
    expect(after([seen({})], { levels, from: oneSlow }).obstacle).toBeNull();
    const slow = checkUpWithRate(checkUpWithRate(oneSlow, 12), 12);
    expect(after([seen({ background: 180 })], { levels, from: slow }).obstacle).toBe(
      'low-frame-rate',
    );
    expect(checkUpWithRate(usual, 0)).toEqual(usual);
  });

  const BROKEN: Readonly<Record<CheckUpAspect, readonly FaceReading[]>> = {
    brightness: held(seen({ faceHighlights: 40, background: 30 })),
    backLight: held(seen({ faceHighlights: 90, overexposed: 0.5 })),
    evenness: held(seen({ leftCheek: 200, rightCheek: 60 })),
    sharpness: held(seen({ edgeWidth: 14 })),
    frameRate: held(seen({ background: 180 })),
    movement: swinging(0.5),
  };
  const SLOW = checkUpWithRate(UNCHECKED, 8);
  it.each(
    CHECK_UP_ASPECTS.flatMap((aspect) => CHECK_LEVELS.map((level) => [aspect, level] as const)),
  )('%s can be set to %s', (aspect, level) => {
    const from = aspect === 'frameRate' ? SLOW : UNCHECKED;
    const state = after(BROKEN[aspect], { levels: only(aspect, level), from });
    expect(state.advice !== null).toBe(level === 'warn');
    expect(state.obstacle !== null).toBe(level === 'block');
  });

  it('detects a dark picture even when all checks are off', () => {
    expect(after(BROKEN.brightness, { levels: all('off') })).toMatchObject({
      isDark: true,
      advice: null,
      obstacle: null,
    });
  });

  it('stays finite and without an obstacle for any readings', () => {
    const level = fc.double({ min: 0, max: 255, noNaN: true });
    const picture = fc.record({
      faceHighlights: level,
      redPeak: fc.double({ min: 0, max: 600, noNaN: true }),
      leftCheek: level,
      rightCheek: level,
      background: fc.option(level),
      overexposed: fc.double({ min: 0, max: 1, noNaN: true }),
      edgeWidth: fc.double({ min: 0, max: 16, noNaN: true }),
      noise: fc.double({ min: 0, max: 200, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(picture, { maxLength: 30 }), level, (pictures, luma) => {
        const state = after(pictures.map((found) => seen(found, luma)));
        expect(Number.isFinite(state.skin)).toBe(true);
        expect(state.obstacle).toBeNull();
      }),
    );
  });
});
