// SPDX-License-Identifier: Apache-2.0
/**
 * A few cells of the grid as face videos, through decoder, tracker and extractor, to verify the shortcut by colour
 * traces.
 */
import path from 'node:path';
import { createFaceVideo, phantomTraces, render } from '@perfuse/phantom';
import { writeFaceVideo } from '@perfuse/phantom/node';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { analyse, type Analysis } from '@perfuse/vitals';
import { createVideoReader } from '../video/video-reader.ts';
import { openTraceCache } from '../video/trace-cache.ts';

const SCENES = [
  { melanosomes: 0.038, lux: 300 },
  { melanosomes: 0.25, lux: 300 },
  { melanosomes: 0.43, lux: 300 },
  { melanosomes: 0.43, lux: 30 },
] as const;
/** Whole numbers of beats and breaths in half a minute, so that the drawn loop need not be longer. */
const SUBJECT = { bpm: 72, breaths: 16, sdnn: 25 } as const;
const FRAME_RATE = 30;
const COLOUR_TEMPERATURE_K = 6500;

export interface VideoRow {
  readonly melanosomes: number;
  readonly lux: number;
  /** Heart rate, per minute. */
  readonly truth: number;
  readonly video: VideoReading;
  readonly traces: VideoReading;
}

export interface VideoReading {
  readonly value: number | null;
  readonly snrDb: number;
}

const readingOf = ({ channels, snrDb }: Analysis): VideoReading => ({
  value: channels.HR_BPM?.value ?? null,
  snrDb,
});

/** Luma noise of a pixel whose colours have independent noise. */
const lumaNoise = ([red, green, blue]: readonly [number, number, number]): number =>
  Math.hypot(0.2568 * red, 0.5041 * green, 0.0979 * blue);

/** @param log receives a line per video. */
export async function compareVideos(
  log: (line: string) => void,
  cache: boolean,
): Promise<VideoRow[]> {
  const reader = createVideoReader(log, cache ? openTraceCache() : null);
  const rows: VideoRow[] = [];
  try {
    for (const [at, { melanosomes, lux }] of SCENES.entries()) {
      const rendering = render({
        skin: { melanosomes },
        lux,
        colourTemperatureK: COLOUR_TEMPERATURE_K,
        frameRate: FRAME_RATE,
      });
      const directory = temporaryDirectory('fairness');
      try {
        const file = path.join(directory.path, `skin-${String(melanosomes)}-${String(lux)}.y4m`);
        const { skin, blood } = rendering;
        const video = createFaceVideo({
          ...SUBJECT,
          seed: at + 1,
          frameRate: FRAME_RATE,
          complexion: { skin, blood },
          grain: Math.min(20, lumaNoise(rendering.noise)),
          sway: 2,
          lightDrift: 0.004,
        });
        await writeFaceVideo(video, file);
        const frames = await reader.read(file);
        const short = phantomTraces({ ...SUBJECT, seed: at + 1, rendering, sway: 0.006 });
        rows.push({
          melanosomes,
          lux,
          truth: video.truth.hr,
          video: readingOf(analyse(frames)),
          traces: readingOf(analyse(short.frames)),
        });
      } finally {
        directory.remove();
      }
    }
  } finally {
    await reader.close();
  }
  return rows;
}
