// SPDX-License-Identifier: Apache-2.0
import { rm, stat } from 'node:fs/promises';
import { launchChromium } from '../launch.ts';
import { framesPerSecond, type Y4mHeader } from '@perfuse/capture/y4m';
import {
  conversionResultSchema,
  type ConversionResult,
  type ConversionRequest,
} from '../page/messages.ts';
import { UnusableVideo } from '@perfuse/capture/unusable-video';
import { startConversionServer } from './conversion-server.ts';
import { convertWithFfmpeg } from './ffmpeg.ts';
import { pageScript } from './page-script.ts';
import { describeY4m, isY4m } from './y4m-file.ts';

export interface ConversionOptions {
  readonly outFile: string;
  /** Longest side of the pictures, pixels. Larger ones are scaled down. Default 640. */
  readonly longestSide?: number;
  /**
   * Frames to play backwards before the recording. Default 0. Files converted by ffmpeg, and y4m files used unchanged,
   * have none.
   */
  readonly leadInFrames?: number;
}

/** A video that a camera can play. */
export interface CameraVideo {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  /** Frames of the recording, without the lead-in. */
  readonly frames: number;
  readonly framesPerSecond: number;
  /** Length of the recording, without the lead-in. */
  readonly seconds: number;
  readonly leadInS: number;
}

function cameraVideo(
  file: string,
  header: Y4mHeader,
  frames: number,
  leadInFrames = 0,
): CameraVideo {
  const rate = framesPerSecond(header.rate);
  const { width, height } = header;
  const [seconds, leadInS] = [frames / rate, leadInFrames / rate];
  return { file, width, height, frames, framesPerSecond: rate, seconds, leadInS };
}

async function convertInBrowser(
  input: string,
  raw: boolean,
  options: ConversionOptions,
): Promise<ConversionResult> {
  const { outFile, longestSide = 640, leadInFrames = 0 } = options;
  const server = await startConversionServer({
    input,
    output: outFile,
    script: await pageScript(),
  });
  const browser = await launchChromium([]);
  try {
    const page = await browser.newPage();
    await page.goto(server.page);
    await page.addScriptTag({ url: server.page.replace(/page$/, 'script.js') });
    const request: ConversionRequest = {
      input: server.input,
      output: server.output,
      raw,
      longestSide,
      leadInFrames,
    };
    const answer: unknown = await page.evaluate(
      (asked) => window.convertRecording?.(asked) ?? null,
      request,
    );
    return conversionResultSchema.parse(answer);
  } finally {
    await browser.close();
    await server.close();
  }
}

/** A y4m that is small enough and needs no lead-in is used unchanged. */
async function usableUnchanged(
  input: string,
  options: ConversionOptions,
): Promise<CameraVideo | null> {
  const { longestSide = 640, leadInFrames = 0 } = options;
  const file = await describeY4m(input);
  if (!file.ok) throw new UnusableVideo('UNREADABLE', file.reason);
  const { width, height, frames, plain } = file.value;
  const fits = Math.max(width, height) <= longestSide && width % 2 === 0 && height % 2 === 0;
  return fits && plain && frames > 0 && leadInFrames === 0
    ? cameraVideo(input, file.value, frames)
    : null;
}

async function fallBackToFfmpeg(
  input: string,
  options: ConversionOptions,
  reason: string,
): Promise<CameraVideo> {
  const { outFile, longestSide = 640 } = options;
  const converted = await convertWithFfmpeg(input, outFile, longestSide);
  const file = converted ? await describeY4m(outFile) : null;
  if (file?.ok === true) return cameraVideo(outFile, file.value, file.value.frames);
  const advice =
    'Install ffmpeg, use a Chromium or Chrome with that codec (PERFUSE_CHROMIUM), or convert the file to ' +
    'WebM (VP8, VP9) or y4m.';
  throw new UnusableVideo('CODEC', `${reason} ${advice}`);
}

/**
 * Converts a recording (mp4, mov, webm, mkv, y4m) into a y4m file that a camera can play, without ffmpeg: a headless
 * Chromium decodes it. Uneven frame times are resampled to the nominal rate by the nearest frame; rotation is applied.
 * @returns the video; its `file` is the input itself when that is a y4m that is already small enough.
 * @throws UnusableVideo when it cannot be read or decoded; Error when there is no browser.
 */
export async function toY4m(input: string, options: ConversionOptions): Promise<CameraVideo> {
  const found = await stat(input).catch(() => null);
  if (found?.isFile() !== true) throw new UnusableVideo('UNREADABLE', `There is no file ${input}.`);
  const raw = await isY4m(input);
  const ready = raw ? await usableUnchanged(input, options) : null;
  if (ready) return ready;
  const answer = await convertInBrowser(input, raw, options);
  if (answer.ok) return cameraVideo(options.outFile, answer, answer.frames, answer.leadInFrames);
  await rm(options.outFile, { force: true });
  if (answer.fault === 'CODEC') return await fallBackToFfmpeg(input, options, answer.message);
  throw new UnusableVideo(answer.fault, answer.message);
}
