// SPDX-License-Identifier: Apache-2.0
import type { FrameFormat } from '@perfuse/extractor';
import { describe, expect, test } from 'vitest';
import { head } from '../../test/heads.ts';
import { faceBounds, personAreas } from '../face/background.ts';
import { mapRegions } from '../face/regions.ts';
import { PictureWatch } from './picture.ts';

const WIDTH = 320;
const HEIGHT = 240;
const points = head({ half: 0.12 });
const bounds = faceBounds(points);

const measured = { red: 150, green: 110, blue: 90, pixels: 400, clipped: 0, texture: 8, luma: 118 };
const row = (timeMs = 0) => ({
  timeMs,
  regions: mapRegions((id) => (id === 'rightCheek' ? { ...measured, luma: 80 } : measured)),
});

/** A picture of levels 0..255 in the camera's own format. */
function frame(format: FrameFormat, level: (x: number, y: number) => number) {
  const isColour = format === 'RGBA' || format === 'BGRA';
  const bytes = new Uint8Array(WIDTH * HEIGHT * (isColour ? 4 : 1.5)).fill(128);
  for (let at = 0; at < WIDTH * HEIGHT; at += 1) {
    const value = Math.round(level(at % WIDTH, Math.floor(at / WIDTH)));
    if (isColour) bytes.fill(value, 4 * at, 4 * at + 4);
    else bytes[at] = value;
  }
  const layout = { format, width: WIDTH, height: HEIGHT };
  return { bytes, layout, space: { matrix: null, fullRange: true } };
}

const isFace = (x: number, y: number): boolean =>
  x > bounds.left * WIDTH &&
  x < bounds.right * WIDTH &&
  y > bounds.top * HEIGHT &&
  y < bounds.bottom * HEIGHT;

function look(format: FrameFormat, level: (x: number, y: number) => number) {
  const watch = new PictureWatch();
  watch.look(frame(format, level), points, row());
  return watch.newest;
}

describe('an analysis of the picture', () => {
  test.each(['I420', 'NV12', 'RGBA', 'BGRA'] as const)(
    'distinguishes the face from the background in %s',
    (format) => {
      const found = look(format, (x, y) => (isFace(x, y) ? 90 : 200));
      expect(found).toMatchObject({ faceHighlights: 90, background: 200, overexposed: 0 });
      expect(found).toMatchObject({ leftCheek: 118, rightCheek: 80, redPeak: 166, noise: 0 });
    },
  );

  test('excludes the body from the background', () => {
    const [, body] = personAreas(bounds);
    const found = look('I420', (x, y) => {
      const isBody = x / WIDTH > body.left && x / WIDTH < body.right && y / HEIGHT > body.top;
      return isBody || isFace(x, y) ? 20 : 150;
    });
    expect(found?.background).toBe(150);
  });

  test('measures the overexposed share behind the person', () => {
    const found = look('I420', (x, y) => (!isFace(x, y) && x < WIDTH / 4 ? 255 : 100));
    expect(found?.overexposed).toBeGreaterThan(0.2);
    expect(found?.overexposed).toBeLessThan(0.8);
  });

  test.each([
    [239, 0],
    [240, 1],
  ])('has for level %i an overexposed share of %i', (level, share) => {
    expect(look('I420', () => level)?.overexposed).toBe(share);
  });

  test('takes the face highlights from its brightest pixels, not from its mean', () => {
    const found = look('I420', (x, y) => (x % 16 === 0 && y % 4 === 0 ? 180 : 60));
    expect(found?.faceHighlights).toBeLessThan(180);
    const shining = look('I420', (x) => (x % 8 === 0 ? 180 : 60));
    expect(shining?.faceHighlights).toBe(180);
  });

  test('converts limited range', () => {
    const watch = new PictureWatch();
    const seen = frame('I420', () => 126);
    watch.look({ ...seen, space: { matrix: null, fullRange: false } }, points, row());
    expect(watch.newest?.background).toBe(Math.round(((126 - 16) * 255) / 219));
  });

  test('has no background value when no background is visible', () => {
    const watch = new PictureWatch();
    const near = head({ half: 0.6 });
    watch.look(
      frame('I420', () => 120),
      near,
      row(),
    );
    expect(watch.newest?.background).toBeNull();
  });

  test('is due once a second', () => {
    const watch = new PictureWatch();
    expect(watch.isDue(0)).toBe(true);
    watch.look(
      frame('I420', () => 120),
      points,
      row(0),
    );
    expect(watch.isDue(999)).toBe(false);
    expect(watch.isDue(1000)).toBe(true);
  });
});
