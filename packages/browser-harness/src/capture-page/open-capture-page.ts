// SPDX-License-Identifier: Apache-2.0
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { launchWithCamera } from '../launch.ts';
import { servePage } from './page-server.ts';

const PAGE = createRequire(import.meta.url).resolve('@perfuse/browser-harness/capture-page.html');

export interface CapturePage {
  readonly page: Page;
  /** Makes a local file readable for the page. @returns its URL. */
  readonly share: (file: string) => string;
  /** Errors of the browser: blocked by policy, thrown, or logged. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

/** Opens the page of `page/` in a headless Chromium. @param video a y4m file as the camera; default: a test picture. */
export async function openCapturePage(video?: string): Promise<CapturePage> {
  const server = await servePage(PAGE);
  const browser = await launchWithCamera(video === undefined ? {} : { video }).catch(
    async (error: unknown) => {
      await server.close();
      throw error;
    },
  );
  const close = async (): Promise<void> => {
    await browser.close();
    await server.close();
  };
  try {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(server.url);
    return { page, share: (file) => server.share(file), errors, close };
  } catch (error) {
    await close();
    throw error;
  }
}
