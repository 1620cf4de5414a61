// SPDX-License-Identifier: Apache-2.0
/** packages/capture in a headless Chromium, with a camera or a recording. */
export { openCapturePage, type CapturePage } from './open-capture-page.ts';
export { servePage } from './page-server.ts';
export { recordVideo, type Recording } from './record-video.ts';
