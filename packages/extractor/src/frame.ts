// SPDX-License-Identifier: Apache-2.0

/** Pixel layouts that can be summed. In BGRA blue comes first; the fourth byte of both is ignored. */
export type FrameFormat = 'I420' | 'NV12' | 'RGBA' | 'BGRA';

/** How a frame lies in memory: planes one after another, rows without padding. */
export interface FrameLayout {
  readonly format: FrameFormat;
  /** Pixels, 2..4096; even for I420 and NV12. */
  readonly width: number;
  /** Pixels, 2..4096; even for I420 and NV12. */
  readonly height: number;
}

/** Of a frame, pixels. */
export const MAX_SIDE = 4096;

const isSubsampled = (format: FrameFormat): boolean => format === 'I420' || format === 'NV12';

/** Bytes of one frame. */
export function frameBytes({ format, width, height }: FrameLayout): number {
  return isSubsampled(format) ? (width * height * 3) / 2 : width * height * 4;
}

/** @throws RangeError when a side is out of range, or odd where chroma is shared by two pixels. */
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

/** The largest rectangle inside `rect` whose corners lie on even pixels, as chroma planes demand. */
export function evenRect(rect: PixelRect): PixelRect {
  const x = Math.ceil(rect.x / 2) * 2;
  const y = Math.ceil(rect.y / 2) * 2;
  const right = Math.floor((rect.x + rect.width) / 2) * 2;
  const bottom = Math.floor((rect.y + rect.height) / 2) * 2;
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}
