// SPDX-License-Identifier: Apache-2.0
import type { TraceChunk } from '@perfuse/contract/payload/chunk';
import { chunkOf } from '@perfuse/testing/chunks';
import { openCapturePage } from './open-capture-page.ts';
import type { CapturePlan, CaptureReport } from './page/report.ts';

export interface RecordOptions extends Omit<CapturePlan, 'recording'> {
  /** A y4m file; default: the browser's own test picture, without a face. */
  readonly video?: string;
  /** Whether a camera plays the file, or it is read frame by frame, so that none is lost. @default 'camera' */
  readonly by?: 'camera' | 'recording';
}

export interface Recording {
  readonly report: CaptureReport;
  readonly chunks: readonly TraceChunk[];
  /** Errors of the browser. */
  readonly errors: readonly string[];
}

/** Runs a y4m file through the real capture, in headless Chromium. */
export async function recordVideo(options: RecordOptions): Promise<Recording> {
  const { video, by = 'camera', ...plan } = options;
  const capture = await openCapturePage(by === 'camera' ? video : undefined);
  try {
    const isRead = by === 'recording' && video !== undefined;
    const given: CapturePlan = isRead ? { ...plan, recording: capture.share(video) } : plan;
    const report = await capture.page.evaluate(async (asked) => {
      if (window.runCapture === undefined) throw new Error('The page did not start.');
      return await window.runCapture(asked);
    }, given);
    return {
      report,
      chunks: report.chunks.map(({ payload }) => chunkOf(payload)),
      errors: capture.errors,
    };
  } finally {
    await capture.close();
  }
}
