// SPDX-License-Identifier: Apache-2.0
import { launchWithCamera, type Page } from '@perfuse/browser-harness';
import { servePage } from './page-server.ts';

export interface BenchPage {
  readonly page: Page;
  /** Makes a file of this machine readable for the page. @returns its address. */
  readonly share: (file: string) => string;
  /** What the browser complained about: blocked by policy, thrown, or logged as an error. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

/** The bench page in a headless Chromium. @param video a y4m file as the camera, else a test picture. */
export async function openBenchPage(video?: string): Promise<BenchPage> {
  const server = await servePage('capture');
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
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(server.url);
    return { page, share: (file) => server.share(file), complaints, close };
  } catch (error) {
    await close();
    throw error;
  }
}
