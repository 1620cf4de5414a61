// SPDX-License-Identifier: Apache-2.0
/** Synthetic subjects with known vital signs, independent of Node and the DOM. Files: `@perfuse/phantom/node`. */
export { render } from './camera/exposure.ts';
export { cutFrames, phantomChunks } from './chunks.ts';
export { phantomTraces, type TraceOptions } from './traces.ts';
export { readBarcode } from './video/barcode.ts';
export { createFaceVideo, VIDEO_SIZE, type FaceVideo } from './video/face-video.ts';
export type { FaceVideoOptions } from './video/settings.ts';
