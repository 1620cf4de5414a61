// SPDX-License-Identifier: Apache-2.0
import type { ColourSpace, FrameLayout, PixelRect } from '@perfuse/extractor';

/** A frame in the extractor's memory. */
export interface FramePixels {
  readonly bytes: Uint8Array;
  readonly layout: FrameLayout;
  readonly space: ColourSpace;
}

/** Planes have the sensor's orientation; only a canvas rotates them upright. */
export function isTurned(frame: object): boolean {
  return (Reflect.get(frame, 'rotation') ?? 0) !== 0 || Reflect.get(frame, 'flip') === true;
}

/** Whether the browser converts this frame to RGBA: older ones ignore the option, or refuse an opaque frame. */
export function canConvert(frame: Pick<VideoFrame, 'allocationSize'>, rect: PixelRect): boolean {
  const { x, y, width, height } = rect;
  try {
    const bytes = frame.allocationSize({ rect: { x, y, width, height }, format: 'RGBA' });
    return bytes === width * height * 4;
  } catch {
    return false;
  }
}

/** Draws frames upright, if the browser provides their pixels in no other way. */
export class FrameCanvas {
  #canvas: OffscreenCanvas | undefined;

  /** @returns four bytes per pixel, red first. */
  read(frame: VideoFrame, width: number, height: number): Uint8ClampedArray {
    this.#canvas ??= new OffscreenCanvas(width, height);
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    const context = this.#canvas.getContext('2d', { willReadFrequently: true, alpha: false });
    if (context === null) throw new Error('This browser has no canvas in workers.');
    context.drawImage(frame, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  }
}
