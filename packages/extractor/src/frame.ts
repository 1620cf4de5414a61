// SPDX-License-Identifier: Apache-2.0

/** Pixel layouts that can be summed. In BGRA, blue comes first; the fourth byte of both is ignored. */
export type FrameFormat = 'I420' | 'NV12' | 'RGBA' | 'BGRA';

/** Memory layout of a frame: planes one after another, rows without padding. */
export interface FrameLayout {
  readonly format: FrameFormat;
  /** Pixels, 2..4096; even for I420 and NV12. */
  readonly width: number;
  /** Pixels, 2..4096; even for I420 and NV12. */
  readonly height: number;
}

/** Maximum side of a frame, pixels. */
export const MAX_SIDE = 4096;

/** Whether four pixels share their chroma; else each has four bytes of its own. */
export const isSubsampled = (format: FrameFormat): format is 'I420' | 'NV12' =>
  format === 'I420' || format === 'NV12';

/** Location of the values of one channel in a frame; distances are in bytes. */
export interface Channel {
  /** Offset of its plane from the frame's first byte. */
  readonly offset: number;
  /** Its index within a sample of the plane. */
  readonly byte: number;
  /** From one sample to the next, and from one row to the next. */
  readonly step: number;
  readonly stride: number;
  /** Pixels that share a sample, along each side: 1 or 2. */
  readonly shared: number;
}

/** Red, green and blue, or luma, Cb and Cr. */
export function channelsOf({
  format,
  width,
  height,
}: FrameLayout): readonly [Channel, Channel, Channel] {
  const size = width * height;
  const luma = { offset: 0, byte: 0, step: 1, stride: width, shared: 1 };
  const colour = (byte: number): Channel => ({ ...luma, byte, step: 4, stride: width * 4 });
  const ofPair = (byte: number): Channel => ({ ...luma, offset: size, byte, step: 2, shared: 2 });
  const chroma = (offset: number): Channel => ({ ...luma, offset, stride: width / 2, shared: 2 });
  switch (format) {
    case 'RGBA':
      return [colour(0), colour(1), colour(2)];
    case 'BGRA':
      return [colour(2), colour(1), colour(0)];
    case 'NV12':
      return [luma, ofPair(0), ofPair(1)];
    case 'I420':
      return [luma, chroma(size), chroma(size + size / 4)];
  }
}

/** Bytes of one frame. */
export function frameBytes({ format, width, height }: FrameLayout): number {
  return isSubsampled(format) ? (width * height * 3) / 2 : width * height * 4;
}

/** @throws RangeError when a side is out of range, or odd where two pixels share chroma. */
export function checkLayout({ format, width, height }: FrameLayout): void {
  for (const side of [width, height]) {
    if (!Number.isInteger(side) || side < 2 || side > MAX_SIDE) {
      throw new RangeError(`A frame must be 2 to ${String(MAX_SIDE)} pixels wide and high.`);
    }
    if (isSubsampled(format) && side % 2 === 1) {
      throw new RangeError(`A frame in ${format} must have even sides.`);
    }
  }
}

export interface PixelRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The largest rectangle inside `rect` with its corners on even pixels, as chroma planes require. */
export function evenRect(rect: PixelRect): PixelRect {
  const x = Math.ceil(rect.x / 2) * 2;
  const y = Math.ceil(rect.y / 2) * 2;
  const right = Math.floor((rect.x + rect.width) / 2) * 2;
  const bottom = Math.floor((rect.y + rect.height) / 2) * 2;
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}
