// SPDX-License-Identifier: Apache-2.0
import { decodeChunk } from '@perfuse/contract/payload/codec';
import type { TraceChunk } from '@perfuse/contract/payload/chunk';
import { launchWithCamera } from '@perfuse/rig';
import { servePage } from './page-server.ts';
import type { BenchPlan, BenchReport } from './page/report.ts';

export interface RecordOptions extends BenchPlan {
  /** A y4m file as the camera; without it the browser's own test picture, in which there is no face. */
  readonly video?: string | undefined;
}

export interface Recording {
  readonly report: BenchReport;
  readonly chunks: readonly TraceChunk[];
  /** What the browser complained about: blocked by policy, thrown, or logged as an error. */
  readonly complaints: readonly string[];
}

/** Films a y4m file through the real capture, in headless Chromium. */
export async function recordVideo(options: RecordOptions): Promise<Recording> {
  const { video, ...plan } = options;
  const server = await servePage();
  const browser = await launchWithCamera(video === undefined ? {} : { video });
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(server.url);
    const report = await page.evaluate(async (asked) => {
      if (window.runCaptureBench === undefined) throw new Error('The page did not start.');
      return await window.runCaptureBench(asked);
    }, plan);
    return { report, chunks: report.chunks.map(decode), complaints };
  } finally {
    await browser.close();
    await server.close();
  }
}

function decode({ payload }: { readonly payload: string }): TraceChunk {
  const chunk = decodeChunk(Buffer.from(payload, 'base64'));
  if (!chunk.ok) throw new Error(chunk.reason);
  return chunk.value;
}
