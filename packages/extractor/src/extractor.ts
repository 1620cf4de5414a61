// SPDX-License-Identifier: Apache-2.0
import { lumaScale, rgbFromYuv, type ColourSpace, type LumaScale, type Rgb } from './colour.ts';
import {
  channelsOf,
  checkLayout,
  evenRect,
  frameBytes,
  isSubsampled,
  type Channel,
  type FrameLayout,
  type PixelRect,
} from './frame.ts';
import type { Blocks, ClipLimits, Kernel, Plane, Sums } from './kernel.ts';
import { blocksOf, movementFrom, type Movement } from './movement.ts';
import type { Shape } from './shape.ts';

/** Averages over one shape, in levels 0..255. */
export interface Measured extends Rgb {
  /** Pixels averaged. If 0, all other numbers are NaN. */
  readonly pixels: number;
  /** Share of pixels with luma outside 5..245, 0..1. */
  readonly clipped: number;
  /** Standard deviation of luma. */
  readonly texture: number;
  readonly luma: number;
}

const UNSEEN: Measured = {
  red: NaN,
  green: NaN,
  blue: NaN,
  pixels: 0,
  clipped: NaN,
  texture: NaN,
  luma: NaN,
};

/** Slots start on a multiple of this, as vector instructions require. */
const SLOT_ALIGNMENT = 16;
const RGB_LUMA: LumaScale = { offset: 0, gain: 1 };
/** Luma weights of the first and the third byte, in 256ths. */
const LUMA_WEIGHTS = { RGBA: [77, 29], BGRA: [29, 77] } as const;
const CLIP_LEVELS = { low: 5, high: 245 };

/** The coded luma values within the clip levels. */
function codedLimits({ offset, gain }: LumaScale): ClipLimits {
  return {
    low: Math.ceil(CLIP_LEVELS.low / gain + offset),
    high: Math.floor(CLIP_LEVELS.high / gain + offset),
  };
}

/** Measures regions of frames in slots of the kernel's own memory. */
export class Extractor {
  readonly #kernel: Kernel;
  #layout: FrameLayout = { format: 'I420', width: 2, height: 2 };
  #slotBytes = 0;
  #slotCount = 0;
  /** The followed area, and the grid that contains its previous state. */
  #followed: Blocks | undefined;
  #before: 0 | 1 = 0;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  get kind(): Kernel['kind'] {
    return this.#kernel.kind;
  }

  get layout(): FrameLayout {
    return this.#layout;
  }

  /**
   * Allocates memory for `slots` frames. Discards the content of the slots, and invalidates views of them.
   * @throws RangeError when the layout is not allowed or the memory cannot grow that far.
   */
  reserve(layout: FrameLayout, slots: number): void {
    checkLayout(layout);
    const slotBytes = Math.ceil(frameBytes(layout) / SLOT_ALIGNMENT) * SLOT_ALIGNMENT;
    this.#kernel.reserve(slotBytes * slots);
    this.#layout = layout;
    this.#slotBytes = slotBytes;
    this.#slotCount = slots;
    this.#followed = undefined;
  }

  /** The bytes of one slot, to copy a frame into. */
  view(slot: number): Uint8Array<ArrayBuffer> {
    const at = this.#slotAt(slot);
    return this.#kernel.memory().subarray(at, at + frameBytes(this.#layout));
  }

  /**
   * Averages the pixels inside a shape.
   * @param space of the frame; only read for I420 and NV12.
   * @throws RangeError when the shape is over its limits or has a coordinate that is not finite.
   */
  measure(slot: number, shape: Shape, space: ColourSpace): Measured {
    const kernel = this.#kernel;
    kernel.setShape(shape);
    const { format } = this.#layout;
    const [first, second, third] = channelsOf(this.#layout);
    const plane = this.#planeOf(slot, first);
    if (!isSubsampled(format)) {
      kernel.sumColours(plane, codedLimits(RGB_LUMA), LUMA_WEIGHTS[format]);
      return fromColours(kernel.sums(), format);
    }
    const scale = lumaScale(space);
    const chroma = this.#planeOf(slot, second);
    kernel.sumLuma(plane, codedLimits(scale));
    if (format === 'NV12') kernel.sumPairs(chroma);
    else kernel.sumChroma(chroma, this.#planeOf(slot, third).at);
    return fromYuv(kernel.sums(), space, scale);
  }

  /**
   * Stores the appearance of an area in a frame, for {@link moved}. One area is followed at a time.
   * @param area pixels; clipped to the frame.
   * @returns the fraction of the area that is followed, 0..1; 0 when too little of it is inside the frame.
   */
  follow(slot: number, area: PixelRect): number {
    const { width, height } = this.#layout;
    const x = Math.max(0, area.x);
    const y = Math.max(0, area.y);
    const right = Math.min(width, area.x + area.width);
    const bottom = Math.min(height, area.y + area.height);
    const inside = evenRect({ x, y, width: right - x, height: bottom - y });
    const plane = this.#lumaOf(slot);
    const blocks = blocksOf(inside, plane.stride / width);
    this.#followed = blocks;
    if (blocks === undefined) return 0;
    this.#kernel.shrink(plane, blocks, this.#before);
    const { step, columns, rows } = blocks;
    return (step * columns * step * rows) / (area.width * area.height);
  }

  /**
   * Movement of the followed area since the previous call, or {@link follow}; this frame is the reference of the next
   * call.
   * @returns undefined when nothing is followed, or its movement cannot be determined.
   */
  moved(slot: number): Movement | undefined {
    if (this.#followed === undefined) return undefined;
    const from = this.#before;
    this.#before = from === 0 ? 1 : 0;
    this.#kernel.shrink(this.#lumaOf(slot), this.#followed, this.#before);
    return movementFrom(this.#kernel.sumMovement(this.#followed, from), this.#followed);
  }

  /** The luma plane; without one, the plane of all colours, whose green is used instead. */
  #lumaOf(slot: number): Plane {
    return this.#planeOf(slot, channelsOf(this.#layout)[0]);
  }

  #planeOf(slot: number, { offset, stride, shared }: Channel): Plane {
    const { width, height } = this.#layout;
    const at = this.#slotAt(slot) + offset;
    return { at, stride, width: width / shared, height: height / shared };
  }

  #slotAt(slot: number): number {
    if (!Number.isInteger(slot) || slot < 0 || slot >= this.#slotCount) {
      throw new RangeError(`There is no slot ${String(slot)}.`);
    }
    return this.#kernel.slotsAt + slot * this.#slotBytes;
  }
}

function lumaStatistics(sums: Sums, { offset, gain }: LumaScale) {
  const mean = sums.luma / sums.pixels;
  const variance = sums.lumaSquares / sums.pixels - mean * mean;
  return {
    pixels: sums.pixels,
    clipped: sums.clipped / sums.pixels,
    texture: Math.min(255, Math.sqrt(Math.max(0, variance)) * gain),
    luma: Math.min(255, Math.max(0, (mean - offset) * gain)),
  };
}

function fromYuv(sums: Sums, space: ColourSpace, scale: LumaScale): Measured {
  // A sliver can contain the centre of a luma pixel but of no chroma sample: then its colour is unknown.
  if (sums.pixels === 0 || sums.chromaPixels === 0) return UNSEEN;
  const { chromaPixels, a, b } = sums;
  const colour = rgbFromYuv(sums.luma / sums.pixels, a / chromaPixels, b / chromaPixels, space);
  return { ...colour, ...lumaStatistics(sums, scale) };
}

function fromColours(sums: Sums, format: 'RGBA' | 'BGRA'): Measured {
  if (sums.pixels === 0) return UNSEEN;
  const [a, b, c] = [sums.a / sums.pixels, sums.b / sums.pixels, sums.c / sums.pixels];
  const colour = format === 'RGBA' ? { red: a, green: b, blue: c } : { red: c, green: b, blue: a };
  return { ...colour, ...lumaStatistics(sums, RGB_LUMA) };
}
