// SPDX-License-Identifier: Apache-2.0
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { findChromium } from './chromium.ts';

export interface LaunchOptions {
  /** A y4m file that the camera plays in a loop, from its start each time it is opened; default: a test pattern. */
  readonly video?: string;
  /** Whether camera permission is granted. Default true. */
  readonly allowCamera?: boolean;
  readonly headless?: boolean;
  readonly args?: readonly string[];
}

/** Flags that make the camera a file or a test pattern. */
function cameraFlags({ video, allowCamera = true }: LaunchOptions): string[] {
  return [
    // Without a file, the test pattern would run at 20 frames per second.
    `--use-fake-device-for-media-stream${video === undefined ? '=fps=30' : ''}`,
    `--use-fake-ui-for-media-stream${allowCamera ? '' : '=deny'}`,
    ...(video === undefined ? [] : [`--use-file-for-fake-video-capture=${path.resolve(video)}`]),
  ];
}

/**
 * A headless Chromium without prompts.
 * @throws Error if there is no Chromium on this machine.
 */
export async function launchChromium(
  args: readonly string[],
  options: Pick<LaunchOptions, 'headless'> = {},
): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) {
    throw new Error(
      'No Chromium is on this machine: run "npm run get:browser", or set PERFUSE_CHROMIUM.',
    );
  }
  return await chromium.launch({
    executablePath,
    headless: options.headless ?? true,
    // It opens only local pages and local files; inside containers the sandbox usually cannot start.
    chromiumSandbox: false,
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-background-timer-throttling',
      '--disable-renderer-backgrounding',
      '--disable-backgrounding-occluded-windows',
      '--autoplay-policy=no-user-gesture-required',
      ...args,
    ],
  });
}

/** A headless Chromium with a file as its camera. */
export async function launchWithCamera(options: LaunchOptions = {}): Promise<Browser> {
  return await launchChromium([...cameraFlags(options), ...(options.args ?? [])], options);
}
