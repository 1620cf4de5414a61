// SPDX-License-Identifier: Apache-2.0
/** Parts that do not turn with the face: shirt, neck, ears, hair and the shaded skin itself. */
import type { Rgb } from '../appearance.ts';
import type { Layer } from './layer.ts';
import { clamp01, ellipse, glow, smoothStep, within, without, type Shape } from './shapes.ts';

const HEAD = { halfWidth: 104, halfHeight: 146 } as const;
const HAIR: Rgb = [44, 33, 27];
const SHIRT: Rgb = [38, 52, 88];

const scaled = ([red, green, blue]: Rgb, gain: number): Rgb => [
  red * gain,
  green * gain,
  blue * gain,
];

/** Half the head's width at a height: an egg, a tenth narrower at the chin. 0 above and below the head. */
export function halfWidthAt(y: number): number {
  const inside = 1 - (y / HEAD.halfHeight) ** 2;
  if (inside <= 0) return 0;
  return HEAD.halfWidth * taper(y) * Math.sqrt(inside);
}

const taper = (y: number): number => 1 - 0.1 * clamp01(y / HEAD.halfHeight);

export const headOutline: Shape = (x, y) => {
  const radius = Math.hypot(x / (HEAD.halfWidth * taper(y)), y / HEAD.halfHeight);
  return smoothStep(-1.5, 1.5, (1 - radius) * HEAD.halfWidth);
};

/** Soft Lambert shading of an egg lit from the camera: 1 in the middle, 0.62 at the rim. */
export function shadeAt(x: number, y: number): number {
  const radius = Math.hypot(x / (HEAD.halfWidth * taper(y)), y / HEAD.halfHeight);
  const facing = Math.sqrt(Math.max(0, 1 - radius * radius));
  return 0.62 + 0.38 * facing ** 0.8;
}

const neckOutline: Shape = (x, y) => {
  if (y < 60) return 0;
  const halfWidth = 56 + 22 * smoothStep(150, 235, y);
  return smoothStep(-1.5, 1.5, halfWidth - Math.abs(x));
};

const shirtOutline: Shape = (x, y) => {
  const collar = 200 - 10 * clamp01(Math.abs(x) / 70) + 14 * Math.exp(-((x / 48) ** 2));
  const shoulder = 0.0016 * Math.max(0, Math.abs(x) - 70) ** 2;
  return smoothStep(-1.5, 1.5, y - collar - shoulder);
};

const hairBehind = ellipse(0, -22, HEAD.halfWidth * 1.17, HEAD.halfHeight * 0.98, 4);
/** The hairline: highest in the middle, lower beside the temples. */
const fringe: Shape = (x, y) =>
  smoothStep(-4, 4, -(y + 100 - 46 * Math.max(0, Math.abs(x) / 92) ** 3));
const hairCap = within(ellipse(0, -22, HEAD.halfWidth * 1.13, HEAD.halfHeight, 3), fringe);

export function bustLayers(skin: Rgb): Layer[] {
  const outline = { turns: 'outline', pulse: 0 } as const;
  const ear = (side: 1 | -1): Layer => ({
    shape: ellipse(side * 104, 2, 14, 30, 2),
    paint: { colour: scaled(skin, 0.78) },
    turns: 'outline',
    pulse: 0.6,
    rows: [-40, 40],
  });
  return [
    { shape: neckOutline, paint: { colour: scaled(skin, 0.74) }, turns: 'outline', pulse: 0.5 },
    { shape: glow(0, 150, 70, 22), paint: { gain: 0.68 }, turns: 'outline', rows: [90, 215] },
    {
      shape: without(hairBehind, (_, y) => smoothStep(40, 90, y)),
      paint: { colour: HAIR },
      ...outline,
    },
    ear(1),
    ear(-1),
  ];
}

export function shirtLayer(): Layer {
  const outline = { turns: 'outline', pulse: 0 } as const;
  return { shape: shirtOutline, paint: { colour: SHIRT }, rows: [180, 400], ...outline };
}

export function hairLayers(): Layer[] {
  return [
    { shape: hairCap, paint: { colour: HAIR }, turns: 'outline', pulse: 0, rows: [-190, 0] },
    {
      shape: within(glow(-24, -138, 60, 10), hairCap),
      opacity: 0.25,
      paint: { colour: [120, 96, 80] },
      turns: 'outline',
      pulse: 0,
      rows: [-190, -90],
    },
  ];
}
