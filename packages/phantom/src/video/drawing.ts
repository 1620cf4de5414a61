// SPDX-License-Identifier: Apache-2.0
import type { Rgb } from '../appearance.ts';
import type { FigurePlanes } from './planes.ts';
import { shifted } from './shift.ts';
import { dressed, type ShirtPlanes } from './shirt.ts';
import { blueDifferenceOf, CHROMA_OFFSET, LUMA_OFFSET, lumaOf, redDifferenceOf } from './yuv.ts';

/** The state that changes from frame to frame. */
export interface Moment {
  /** Blood volume times amplitude and sign. */
  readonly blood: number;
  /** Change in levels per unit of `blood`. */
  readonly bloodColour: Rgb;
  /** Brightness of the light around 1. */
  readonly light: number;
  /** Displacement of the person, pixels right and down. */
  readonly dx: number;
  readonly dy: number;
  /** Displacement of shoulders and chest, pixels down. */
  readonly chestDy: number;
}

/** The effect of a colour on each of Y, U and V. */
const IN_PLANE = {
  luma: lumaOf,
  blueDifference: blueDifferenceOf,
  redDifference: redDifferenceOf,
} as const;

function withBlood(plane: Float32Array, pulse: Float32Array, blood: number): Float32Array {
  if (blood === 0) return plane;
  const out = new Float32Array(plane.length);
  for (let at = 0; at < out.length; at += 1) out[at] = (plane[at] ?? 0) + blood * (pulse[at] ?? 0);
  return out;
}

function lumaPlane(figure: FigurePlanes, moment: Moment): Float32Array {
  const { width, height } = figure;
  const lit = withBlood(
    figure.luma,
    figure.pulse,
    moment.blood * IN_PLANE.luma(...moment.bloodColour),
  );
  const person = shifted(lit, width, height, moment.dx, moment.dy);
  const cover = shifted(figure.cover, width, height, moment.dx, moment.dy);
  const out = new Float32Array(width * height);
  for (let row = 0, at = 0; row < height; row += 1) {
    const wall = figure.wall[row] ?? 0;
    for (let column = 0; column < width; column += 1, at += 1) {
      out[at] = wall * (1 - (cover[at] ?? 0)) + (person[at] ?? 0);
    }
  }
  return out;
}

function chromaPlane(
  figure: FigurePlanes,
  moment: Moment,
  name: 'blueDifference' | 'redDifference',
): Float32Array {
  const tinted = withBlood(
    figure[name],
    figure.halfPulse,
    moment.blood * IN_PLANE[name](...moment.bloodColour),
  );
  return shifted(tinted, figure.width / 2, figure.height / 2, moment.dx / 2, moment.dy / 2);
}

/** Rounds a plane to bytes, lit by the current light and with sensor noise read from a table. */
function develop(
  into: Uint8ClampedArray,
  plane: Float32Array,
  offset: number,
  light: number,
  noise: { readonly table: Float32Array; readonly from: number; readonly level: number },
): void {
  const { table, from, level } = noise;
  const mask = table.length - 1;
  for (let at = 0; at < into.length; at += 1) {
    into[at] = offset + light * (plane[at] ?? 0) + level * (table[(from + at) & mask] ?? 0);
  }
}

export interface Noise {
  /** Normal numbers; the length is a power of two. */
  readonly table: Float32Array;
  /** Standard deviation of luma, levels; chroma gets half of it. */
  readonly level: number;
  /** Start position in the table for each plane of this frame. */
  readonly from: readonly [number, number, number];
}

/** One I420 frame: planes Y, U, V one after the other. */
export function drawFrame(
  figure: FigurePlanes,
  shirt: ShirtPlanes | null,
  moment: Moment,
  noise: Noise,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = figure.width * figure.height;
  const out = new Uint8ClampedArray((pixels * 3) / 2);
  const chroma = noise.level / 2;
  const planes = [
    { name: 'luma', offset: LUMA_OFFSET, level: noise.level },
    { name: 'blueDifference', offset: CHROMA_OFFSET, level: chroma },
    { name: 'redDifference', offset: CHROMA_OFFSET, level: chroma },
  ] as const;
  let start = 0;
  planes.forEach(({ name, offset, level }, index) => {
    const bare = name === 'luma' ? lumaPlane(figure, moment) : chromaPlane(figure, moment, name);
    const plane = shirt === null ? bare : dressed(bare, shirt, name, moment.dx, moment.chestDy);
    const { table } = noise;
    const into = out.subarray(start, start + plane.length);
    develop(into, plane, offset, moment.light, { table, level, from: noise.from[index] ?? 0 });
    start += plane.length;
  });
  return out;
}
