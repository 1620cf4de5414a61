// SPDX-License-Identifier: Apache-2.0
import { canConvert, FrameCanvas, isTurned } from '../source/video-frame.ts';

/** Four bytes per pixel, red first. */
export interface RgbaPixels {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** A picture for warming up a tracker. */
export const BLANK: RgbaPixels = {
  data: new Uint8Array(640 * 480 * 4),
  width: 640,
  height: 480,
};

/** Reads frames upright as RGBA: converted by the browser if possible, else through a canvas. */
export class PixelReader {
  #buffer = new Uint8Array(0);
  readonly #canvas = new FrameCanvas();

  /** The pixels are valid until the next call. */
  async read(frame: VideoFrame): Promise<RgbaPixels> {
    const rect = frame.visibleRect;
    if (rect === null || isTurned(frame) || !canConvert(frame, rect)) {
      const { displayWidth: width, displayHeight: height } = frame;
      return { data: this.#canvas.read(frame, width, height), width, height };
    }
    const { width, height } = rect;
    if (this.#buffer.length !== width * height * 4) {
      this.#buffer = new Uint8Array(width * height * 4);
    }
    await frame.copyTo(this.#buffer, { rect, format: 'RGBA' });
    return { data: this.#buffer, width, height };
  }
}
