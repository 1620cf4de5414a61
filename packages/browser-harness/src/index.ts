// SPDX-License-Identifier: Apache-2.0
/** A headless Chromium whose camera is a file. */
export { openCameraFile, type CameraFile } from './camera-file.ts';
export { findChromium } from './chromium.ts';
export { ensureChromium } from './install.ts';
export { launchChromium, launchWithCamera, type LaunchOptions } from './launch.ts';
export { UnusableVideo, type VideoFault } from '@perfuse/capture/unusable-video';
export { sendFile } from './video/conversion-server.ts';
export { toY4m, type CameraVideo, type ConversionOptions } from './video/to-y4m.ts';
export { isY4m } from './video/y4m-file.ts';
export type { Browser, Locator, Page } from 'playwright-core';
