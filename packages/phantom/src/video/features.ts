// SPDX-License-Identifier: Apache-2.0
/** The drawn features of the face, which turn with it. */
import type { Layer } from './layer.ts';
import {
  almond,
  ellipse,
  glow,
  mirrored,
  smoothStep,
  stroke,
  within,
  without,
  type Shape,
} from './shapes.ts';

const EYE = { x: 45, y: -18, halfWidth: 23 } as const;
const MOUTH_Y = 82;

const gain = (shape: Shape, value: number, rows: readonly [number, number]): Layer => ({
  shape,
  paint: { gain: value },
  rows,
});

function eyeLayers(): Layer[] {
  const rows = [-42, 6] as const;
  const opening = almond(EYE.x, EYE.y, EYE.halfWidth, 8.5, 7.5, 1.6);
  const inEye = (shape: Shape): Shape => mirrored(within(shape, opening));
  const lidCurve = (x: number): number => EYE.y - 8.5 * (1 - ((x - EYE.x) / EYE.halfWidth) ** 2);
  const along = (offset: number) => (x: number) => lidCurve(x) + offset;
  const lid = (offset: number, thickness: number): Shape =>
    mirrored(stroke(EYE.x - 24, EYE.x + 24, along(offset), () => thickness, 2.4));
  const lowerLid = (x: number): number => EYE.y + 8 * (1 - ((x - EYE.x) / EYE.halfWidth) ** 2);
  return [
    gain(mirrored(glow(EYE.x, EYE.y - 9, 25, 13)), 0.8, [-60, 30]),
    { shape: mirrored(opening), paint: { colour: [228, 224, 218] }, pulse: 0, rows },
    {
      shape: inEye(ellipse(EYE.x, EYE.y, 9.2, 9.2, 1.6)),
      paint: { colour: [84, 58, 40] },
      pulse: 0,
      rows,
    },
    {
      shape: inEye(ellipse(EYE.x, EYE.y, 4.2, 4.2, 1.4)),
      paint: { colour: [14, 12, 12] },
      pulse: 0,
      rows,
    },
    {
      shape: inEye(ellipse(EYE.x + 3, EYE.y - 3.4, 1.9, 1.9, 1.2)),
      paint: { colour: [250, 250, 250] },
      pulse: 0,
      rows,
    },
    { shape: lid(0, 3.2), paint: { colour: [40, 27, 24] }, pulse: 0.1, rows },
    { shape: lid(-6, 1.6), opacity: 0.35, paint: { gain: 0.6 }, rows },
    {
      shape: mirrored(stroke(EYE.x - 22, EYE.x + 22, lowerLid, () => 1.4, 2)),
      opacity: 0.5,
      paint: { gain: 0.6 },
      rows,
    },
  ];
}

function browLayer(): Layer {
  const arc = (x: number): number => -46 - 5 * Math.sin((Math.PI * (x - 15)) / 62);
  const thickness = (x: number): number =>
    9 * (1 - 0.75 * ((x - 15) / 60) ** 1.6) * smoothStep(12, 20, x);
  return {
    shape: mirrored(stroke(15, 75, arc, thickness, 3)),
    opacity: 0.92,
    paint: { colour: [38, 27, 22] },
    pulse: 0.1,
    rows: [-62, -34],
  };
}

function noseLayers(): Layer[] {
  const ridge: Shape = (x, y) =>
    Math.exp(-0.5 * (x / 6.5) ** 2) * smoothStep(-28, -8, y) * (1 - smoothStep(34, 48, y));
  const flank: Shape = mirrored(
    (x, y) =>
      Math.exp(-0.5 * ((x - 14 - 6 * smoothStep(0, 45, y)) / 5) ** 2) *
      smoothStep(-30, 20, y) *
      (1 - smoothStep(46, 56, y)),
  );
  const wings = mirrored(without(ellipse(19, 47, 8, 9, 5), ellipse(15, 46, 8, 8, 4)));
  return [
    gain(ridge, 1.1, [-40, 60]),
    gain(flank, 0.86, [-40, 64]),
    gain(glow(0, 38, 8, 7), 1.12, [10, 66]),
    gain(wings, 0.74, [30, 64]),
    {
      shape: mirrored(ellipse(9.5, 51.5, 5.2, 2.9, 2.4)),
      opacity: 0.9,
      paint: { colour: [58, 32, 27] },
      pulse: 0.2,
      rows: [44, 60],
    },
    gain(glow(0, 58, 17, 3.4), 0.82, [44, 74]),
  ];
}

function mouthLayers(): Layer[] {
  const half = 38;
  const bow = (x: number): number => 1 - 0.35 * Math.exp(-((x / 6) ** 2));
  const arch = (x: number): number => Math.max(0, 1 - (x / half) ** 2);
  const upper: Shape = (x, y) => {
    const height = 10 * arch(x) ** 0.8 * bow(x);
    return height <= 0 ? 0 : smoothStep(-1, 1, Math.min(y - MOUTH_Y + height, MOUTH_Y + 1 - y));
  };
  const lower = almond(0, MOUTH_Y, half - 3, 0, 13, 2);
  const part = (x: number): number => MOUTH_Y + 1.4 * Math.cos((x / half) * 2 * Math.PI) - 1;
  const rows = [66, 102] as const;
  return [
    { shape: upper, opacity: 0.85, paint: { colour: [150, 78, 74] }, pulse: 0.7, rows },
    { shape: lower, opacity: 0.75, paint: { colour: [186, 104, 96] }, pulse: 0.7, rows },
    gain(glow(0, MOUTH_Y + 7, 13, 2.6), 1.16, rows),
    {
      shape: stroke(-half, half, part, (x) => 2.6 * arch(x) + 0.4, 2),
      opacity: 0.9,
      paint: { colour: [78, 34, 33] },
      pulse: 0.3,
      rows,
    },
    gain(glow(0, 102, 24, 4), 0.84, [84, 120]),
  ];
}

function skinLayers(): Layer[] {
  const fold: Shape = mirrored(
    stroke(
      22,
      46,
      (x) => 50 + (x - 22) * 1.5,
      () => 2,
      6,
    ),
  );
  return [
    gain(glow(0, -78, 52, 20), 1.06, [-150, 0]),
    gain(glow(0, 122, 22, 12), 1.07, [80, 165]),
    { shape: mirrored(glow(58, 34, 20, 15)), opacity: 0.2, paint: { colour: [214, 112, 98] } },
    { shape: fold, opacity: 0.5, paint: { gain: 0.88 }, rows: [40, 96] },
  ];
}

/** Painted in this order over the shaded skin. */
export function featureLayers(): Layer[] {
  return [...skinLayers(), ...eyeLayers(), browLayer(), ...noseLayers(), ...mouthLayers()];
}
