// SPDX-License-Identifier: Apache-2.0
import { canConvert, isTurned } from '../source/video-frame.ts';

/** Four bytes a pixel, red first. */
export interface RgbaPixels {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Reads frames upright as RGBA: converted by the browser where it can, else by way of a canvas. */
export class PixelReader {
  #buffer = new Uint8Array(0);
  #canvas: OffscreenCanvas | undefined;

  /** The pixels are good until the next call. */
  async read(frame: VideoFrame): Promise<RgbaPixels> {
    const rect = frame.visibleRect;
    if (rect === null || isTurned(frame) || !canConvert(frame, rect)) return this.#draw(frame);
    const { width, height } = rect;
    if (this.#buffer.length !== width * height * 4) {
      this.#buffer = new Uint8Array(width * height * 4);
    }
    await frame.copyTo(this.#buffer, { rect, format: 'RGBA' });
    return { data: this.#buffer, width, height };
  }

  #draw(frame: VideoFrame): RgbaPixels {
    const { displayWidth: width, displayHeight: height } = frame;
    this.#canvas ??= new OffscreenCanvas(width, height);
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    const context = this.#canvas.getContext('2d', { willReadFrequently: true, alpha: false });
    if (context === null) throw new Error('This browser has no canvas in workers.');
    context.drawImage(frame, 0, 0, width, height);
    return { data: context.getImageData(0, 0, width, height).data, width, height };
  }
}
