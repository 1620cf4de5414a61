// SPDX-License-Identifier: Apache-2.0
/**
 * The effect of a video codec on the mean colour of a region: each block keeps its last mean until the change is large
 * enough to be coded, and key frames code everything anew. A model of closed-loop prediction with a dead zone, the part
 * of H.264 and VP8 that affects a pulse of half a level; motion compensation and deblocking are not modelled.
 */
import type { Rgb } from '../appearance.ts';
import type { Random } from '../random.ts';
import { blueDifferenceOf, lumaOf, redDifferenceOf } from '../video/yuv.ts';

/** Width and height of a block, pixels; chroma has half the resolution. */
const BLOCK = 8;
const KEY_EVERY = 60;
/** Share of a step that is added before rounding down, as encoders do. */
const INTER_ROUNDING = 1 / 6;
const INTRA_ROUNDING = 1 / 3;
/** Blocks differ in brightness by about this much, levels. */
const TEXTURE = 6;
const TABLE = 1 << 14;

/** One plane's blocks over time. */
class Blocks {
  readonly #offsets: Float32Array;
  readonly #kept: Float32Array;
  readonly #step: number;
  readonly #noise: number;
  readonly #table: Float32Array;
  #frame = 0;
  #at = 0;

  constructor(count: number, step: number, noise: number, random: Random) {
    this.#offsets = Float32Array.from({ length: count }, () => TEXTURE * random.normal());
    this.#kept = new Float32Array(count);
    this.#step = step;
    this.#noise = noise;
    this.#table = Float32Array.from({ length: TABLE }, random.normal);
    this.#at = Math.floor(random.uniform() * TABLE);
  }

  /** The decoded mean for a filmed `level`. */
  next(level: number): number {
    const isKey = this.#frame % KEY_EVERY === 0;
    this.#frame += 1;
    // A different position in the table every frame; an odd stride visits all of it.
    this.#at = (this.#at + 7919) % TABLE;
    let sum = 0;
    for (let block = 0; block < this.#kept.length; block += 1) {
      const offset = this.#offsets[block] ?? 0;
      const draw = this.#table[(this.#at + block) % TABLE] ?? 0;
      const before = isKey ? 0 : (this.#kept[block] ?? 0);
      const change = level + offset + this.#noise * draw - before;
      const rounding = isKey ? INTRA_ROUNDING : INTER_ROUNDING;
      const steps = Math.floor(Math.abs(change) / this.#step + rounding);
      const after = before + Math.sign(change) * steps * this.#step;
      this.#kept[block] = after;
      sum += after - offset;
    }
    return sum / this.#kept.length;
  }
}

export interface CompressionOptions {
  /** Least change of a block's mean that can be coded, levels: an eighth of the codec's quantiser step. */
  readonly step: number;
  readonly pixels: number;
  /** Noise of one pixel in Y, U and V, levels. */
  readonly noise: Rgb;
}

/** @returns a function from a region's colour to the decoded colour, to be called frame after frame. */
export function compressor(
  { step, pixels, noise }: CompressionOptions,
  random: Random,
): (colour: Rgb) => Rgb {
  const perBlock = 1 / BLOCK;
  const count = Math.max(1, Math.round(pixels / BLOCK ** 2));
  const chroma = Math.max(1, Math.round(count / 4));
  const luma = new Blocks(count, step, noise[0] * perBlock, random);
  const blue = new Blocks(chroma, step, (noise[1] * perBlock) / 2, random);
  const red = new Blocks(chroma, step, (noise[2] * perBlock) / 2, random);
  return (colour) => {
    const y = luma.next(lumaOf(...colour)) * (255 / 219);
    const u = blue.next(blueDifferenceOf(...colour)) * (255 / 224);
    const v = red.next(redDifferenceOf(...colour)) * (255 / 224);
    return [y + 1.402 * v, y - 0.344_136 * u - 0.714_136 * v, y + 1.772 * u];
  };
}
