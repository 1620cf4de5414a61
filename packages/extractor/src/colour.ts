// SPDX-License-Identifier: Apache-2.0

/** The part of a VideoFrame's colour space that averaging needs. null: the camera does not report it. */
export interface ColourSpace {
  readonly matrix: string | null;
  readonly fullRange: boolean | null;
}

export interface Rgb {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** How coded luma maps to levels 0..255: level = (coded - offset) * gain. */
export interface LumaScale {
  readonly offset: number;
  readonly gain: number;
}

const FULL: LumaScale = { offset: 0, gain: 1 };
const LIMITED: LumaScale = { offset: 16, gain: 255 / 219 };

/** Luma weights of red and blue (ITU-R BT.601-7, BT.709-6, BT.2020-2). */
const BT601 = { kr: 0.299, kb: 0.114 };
const MATRICES: Readonly<Record<string, { kr: number; kb: number }>> = {
  smpte170m: BT601,
  bt470bg: BT601,
  bt709: { kr: 0.2126, kb: 0.0722 },
  'bt2020-ncl': { kr: 0.2627, kb: 0.0593 },
};

/** Cameras that do not report the range send limited range. */
export function lumaScale(space: ColourSpace): LumaScale {
  return space.fullRange === true ? FULL : LIMITED;
}

const clampLevel = (level: number): number => Math.min(255, Math.max(0, level));

/**
 * Converts averages of Y, Cb and Cr (coded values, 0..255) to levels of R, G and B, 0..255. Converting the averages,
 * not every pixel, avoids the rounding and clipping of 8-bit pixels.
 */
export function rgbFromYuv(y: number, cb: number, cr: number, space: ColourSpace): Rgb {
  const { kr, kb } = MATRICES[space.matrix ?? 'smpte170m'] ?? BT601;
  const kg = 1 - kr - kb;
  const { offset, gain } = lumaScale(space);
  const luma = (y - offset) * gain;
  const chromaGain = space.fullRange === true ? 1 : 255 / 224;
  const blueness = (cb - 128) * chromaGain * 2 * (1 - kb);
  const redness = (cr - 128) * chromaGain * 2 * (1 - kr);
  return {
    red: clampLevel(luma + redness),
    green: clampLevel(luma - (kb * blueness + kr * redness) / kg),
    blue: clampLevel(luma + blueness),
  };
}
