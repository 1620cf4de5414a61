// SPDX-License-Identifier: Apache-2.0
/** Milliseconds per frame of the capture pipeline, in a real browser. */
import path from 'node:path';
import { createFaceVideo } from '@perfuse/phantom';
import { writeFaceVideo } from '@perfuse/phantom/node';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { percentiles, type Percentiles } from '../percentiles.ts';
import { recordVideo } from '@perfuse/browser-harness/capture';

export interface CaptureBenchOptions {
  /** A y4m file with a face; without it a synthetic face is drawn. */
  readonly video?: string;
  /** Length of the measured part, s. @default 15 */
  readonly seconds?: number;
}

/** In headless Chromium at 640x480, every second frame tracked. */
export interface CaptureFigures {
  /** Per tracked frame. */
  readonly trackMs: Percentiles;
  /** Per frame: pixels out of the frame. */
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
  /** Workers up, models loaded and warmed, with the files already in the browser's cache, ms. */
  readonly prepareMs: number;
  /** From attaching the camera to the first face, ms. */
  readonly firstFaceMs: number;
}

const DEFAULT_SECONDS = 15;
const CHUNK_S = 5;

/** Draws a face where none was given, films it and times every stage. */
export async function runCaptureBench(options: CaptureBenchOptions = {}): Promise<CaptureFigures> {
  const { seconds = DEFAULT_SECONDS } = options;
  const directory = temporaryDirectory('capture-bench');
  try {
    const video = options.video ?? path.join(directory.path, 'face.y4m');
    if (options.video === undefined) await writeFaceVideo(createFaceVideo({ seconds: 10 }), video);
    const chunkCount = Math.max(1, Math.round(seconds / CHUNK_S));
    const size = { width: 640, height: 480 };
    const { report } = await recordVideo({ video, chunkCount, chunkS: CHUNK_S, ...size });
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
