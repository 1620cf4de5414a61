// SPDX-License-Identifier: Apache-2.0
import type { Camera } from '../../../platform/camera/camera.ts';
import type { PageCapture } from '../ports/capture-port.ts';

/** Reports to the open camera how the face is exposed, as the capture sees it. Subscribed as long as the page lives. */
export function exposeForFace(
  capture: Pick<PageCapture, 'subscribe'>,
  camera: Pick<Camera, 'control'>,
): void {
  let framesPerS: number | null = null;
  capture.subscribe((event) => {
    if (event.type === 'rate') framesPerS = event.framesPerS;
    if (event.type !== 'face' || !event.found) return;
    const { luma, picture } = event;
    const peak = picture === undefined ? null : Math.max(picture.redPeak, picture.faceHighlights);
    camera.control()?.see({ luma, peak, framesPerS });
  });
}
