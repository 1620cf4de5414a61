// SPDX-License-Identifier: Apache-2.0
/** Milliseconds per frame of the capture pipeline, in a real browser. */
import path from 'node:path';
import { MEASUREMENT } from '@perfuse/contract/limits';
import { createFaceVideo } from '@perfuse/phantom';
import { writeFaceVideo } from '@perfuse/phantom/node';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { percentiles, type Percentiles } from '../percentiles.ts';
import { recordVideo } from '@perfuse/browser-harness/capture';

/** In headless Chromium at 640x480, every second frame tracked. */
export interface CaptureFigures {
  /** Per tracked frame. */
  readonly trackMs: Percentiles;
  /** Per frame: copying the pixels out of the frame. */
  readonly copyMs: Percentiles;
  /** Per frame: all regions, background and pose. */
  readonly extractMs: Percentiles;
  readonly framesPerS: number;
  readonly frames: number;
  readonly lost: number;
  /** Share of tracked frames with a face, 0..1. */
  readonly faceShare: number;
  /** Longest task of the main thread while recording, ms; 0 when none took 50 ms. */
  readonly longestTaskMs: number;
  /** Starting workers, loading and warming up models, with the files already in the browser's cache, ms. */
  readonly prepareMs: number;
  /** From attaching the camera to the first face, ms. */
  readonly firstFaceMs: number;
}

/** Draws a face, films it and times every stage. @param seconds length of the measured part. */
export async function runCaptureBench(seconds: number): Promise<CaptureFigures> {
  const { chunkS } = MEASUREMENT;
  const directory = temporaryDirectory('capture-bench');
  try {
    const video = path.join(directory.path, 'face.y4m');
    await writeFaceVideo(createFaceVideo({ seconds: 10 }), video);
    const chunkCount = Math.max(1, Math.round(seconds / chunkS));
    const size = { width: 640, height: 480 };
    const { report } = await recordVideo({ video, chunkCount, chunkS, ...size });
    return {
      trackMs: percentiles(report.trackMs),
      copyMs: percentiles(report.copyMs),
      extractMs: percentiles(report.extractMs),
      framesPerS: report.framesPerS,
      frames: report.frames,
      lost: report.dropped,
      faceShare: report.facesFound / (report.facesFound + report.facesMissed),
      longestTaskMs: Math.max(0, ...report.longTasksMs),
      prepareMs: report.prepareMs,
      firstFaceMs: report.firstFaceMs,
    };
  } finally {
    directory.remove();
  }
}
