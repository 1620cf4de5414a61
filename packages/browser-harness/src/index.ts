// SPDX-License-Identifier: Apache-2.0
/** A headless Chromium with a file as its camera. */
export { openCameraFile, type CameraFile } from './camera-file.ts';
export { findChromium } from './chromium.ts';
export { ensureChromium } from './install.ts';
export { launchChromium, launchWithCamera } from './launch.ts';
export { UnusableVideo } from '@perfuse/capture/unusable-video';
export { toY4m } from './video/to-y4m.ts';
export type { Browser, Frame, Locator, Page } from 'playwright-core';
