// SPDX-License-Identifier: Apache-2.0
import type { PixelRect } from '@perfuse/extractor';

/** Planes lie as the sensor does; only a canvas turns them upright. */
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
