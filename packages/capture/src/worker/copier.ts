// SPDX-License-Identifier: Apache-2.0
import {
  channelsOf,
  evenRect,
  type FrameFormat,
  type FrameLayout,
  type PixelRect,
} from '@perfuse/extractor';
import { canConvert, FrameCanvas, isTurned } from '../source/video-frame.ts';

/** The used part of a VideoFrame. */
export type CapturedFrame = Pick<
  VideoFrame,
  | 'allocationSize'
  | 'close'
  | 'colorSpace'
  | 'copyTo'
  | 'displayHeight'
  | 'displayWidth'
  | 'format'
  | 'timestamp'
  | 'visibleRect'
>;

/** The cheapest way to a frame's pixels: its own planes, a conversion by the browser, or a canvas. */
export interface CopyPlan {
  readonly layout: FrameLayout;
  readonly way: 'planes' | 'convert' | 'canvas';
  readonly rect: PixelRect;
}

const FORMATS: Readonly<Record<string, FrameFormat>> = {
  I420: 'I420',
  NV12: 'NV12',
  RGBA: 'RGBA',
  RGBX: 'RGBA',
  BGRA: 'BGRA',
  BGRX: 'BGRA',
};

/** @throws RangeError (from the extractor, later) for sizes it cannot hold. */
export function planCopy(frame: CapturedFrame): CopyPlan {
  const { visibleRect, displayWidth, displayHeight } = frame;
  const whole = visibleRect ?? { x: 0, y: 0, width: displayWidth, height: displayHeight };
  const rect = evenRect(whole);
  const { width, height } = rect;
  if (isTurned(frame)) return canvasPlan(displayWidth, displayHeight);
  const format = FORMATS[frame.format ?? ''];
  if (format !== undefined) return { layout: { format, width, height }, way: 'planes', rect };
  if (canConvert(frame, rect)) {
    return { layout: { format: 'RGBA', width, height }, way: 'convert', rect };
  }
  return canvasPlan(displayWidth, displayHeight);
}

function canvasPlan(width: number, height: number): CopyPlan {
  const rect = { x: 0, y: 0, width, height };
  return { layout: { format: 'RGBA', width, height }, way: 'canvas', rect };
}

/** Copies frames into memory. */
export class FrameCopier {
  readonly #canvas = new FrameCanvas();

  /** @param target exactly one frame of the plan's layout. Rejects when the frame is closed. */
  async copy(frame: CapturedFrame, plan: CopyPlan, target: Uint8Array<ArrayBuffer>): Promise<void> {
    const { rect } = plan;
    if (plan.way === 'canvas') {
      if (!(frame instanceof VideoFrame)) throw new TypeError('Only a VideoFrame can be drawn.');
      target.set(this.#canvas.read(frame, rect.width, rect.height));
    } else if (plan.way === 'convert') {
      await frame.copyTo(target, { rect, format: 'RGBA' });
    } else {
      await frame.copyTo(target, { rect, layout: planesOf(plan.layout) });
    }
  }
}

/** Each plane once, as the extractor reads them: channels share planes. */
export function planesOf(layout: FrameLayout): PlaneLayout[] {
  const planes = channelsOf(layout).map(
    ({ offset, stride }) => [offset, { offset, stride }] as const,
  );
  return [...new Map(planes).values()];
}
