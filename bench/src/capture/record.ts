// SPDX-License-Identifier: Apache-2.0
import type { TraceChunk } from '@perfuse/contract/payload/chunk';
import { decodeChunk } from '@perfuse/contract/payload/codec';
import { openBenchPage } from './browser-page.ts';
import type { BenchPlan, BenchReport } from './page/report.ts';

export interface RecordOptions extends Omit<BenchPlan, 'recording'> {
  /** A y4m file; without it the browser's own test picture, in which there is no face. */
  readonly video?: string;
  /** Whether the file is a camera that plays it, or is read frame by frame, so that none is lost. @default 'camera' */
  readonly by?: 'camera' | 'recording';
}

export interface Recording {
  readonly report: BenchReport;
  readonly chunks: readonly TraceChunk[];
  /** What the browser complained about. */
  readonly complaints: readonly string[];
}

/** Takes a y4m file through the real capture, in headless Chromium. */
export async function recordVideo(options: RecordOptions): Promise<Recording> {
  const { video, by = 'camera', ...plan } = options;
  const bench = await openBenchPage(by === 'camera' ? video : undefined);
  try {
    const isRead = by === 'recording' && video !== undefined;
    const given: BenchPlan = isRead ? { ...plan, recording: bench.share(video) } : plan;
    const report = await bench.page.evaluate(async (asked) => {
      if (window.runCaptureBench === undefined) throw new Error('The page did not start.');
      return await window.runCaptureBench(asked);
    }, given);
    return { report, chunks: report.chunks.map(decode), complaints: bench.complaints };
  } finally {
    await bench.close();
  }
}

function decode({ payload }: { readonly payload: string }): TraceChunk {
  const chunk = decodeChunk(Buffer.from(payload, 'base64'));
  if (!chunk.ok) throw new Error(chunk.reason);
  return chunk.value;
}
