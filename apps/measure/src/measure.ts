// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import {
  launchWithCamera,
  openCameraFile,
  UnusableVideo,
  type Browser,
  type CameraFile,
  type Page,
} from '@perfuse/rig';
import { MEASUREMENT } from '@perfuse/contract/limits';
import { diagnosticsSchema, type ToldOutcome } from '@perfuse/contract/results/outcome';
import type { MeasureJob } from './arguments.ts';
import { MeasureFailure } from './failure.ts';
import { beginMeasurement, whatIsShown } from './journey.ts';
import { startServer } from './server.ts';
import { responsiveness, slowDown } from './slow-computer.ts';

/** The camera plays the recording in a loop; a jump inside the measured stretch would not be the person's pulse. */
const SHORTEST_S = MEASUREMENT.durationS + 1;
/** Filming, the app's own limit for the last result, and some patience. */
const RESULT_LIMIT_MS = MEASUREMENT.durationS * 1000 + MEASUREMENT.timeoutMs + 30_000;
const POLL_MS = 250;
/** A slow computer takes that long, at most, to show the results. */
const RESULTS_SHOWN_MS = 6000;
/** The app wants to see a face in that many frames before it measures, so none of the lead-in is measured. */
const LEAD_IN_FRAMES = MEASUREMENT.minimumFaceFrames - 1;

type Log = (line: string) => void;
export interface Audience {
  readonly log: Log;
  /** Told once, as soon as the app has an outcome. */
  readonly outcome: (outcome: ToldOutcome) => void;
}

async function cameraFrom(recording: string): Promise<CameraFile> {
  let camera: CameraFile;
  try {
    camera = await openCameraFile(recording, LEAD_IN_FRAMES);
  } catch (error) {
    if (error instanceof UnusableVideo)
      throw new MeasureFailure(`VIDEO_${error.fault}`, error.message);
    throw error;
  }
  if (camera.seconds >= SHORTEST_S) return camera;
  camera.remove();
  throw new MeasureFailure(
    'VIDEO_TOO_SHORT',
    `The recording lasts ${camera.seconds.toFixed(1)} s. A measurement needs at least ${String(SHORTEST_S)} s, ` +
      'because the camera would start again from the beginning while it is being filmed.',
  );
}

async function lastMeasurement(page: Page): Promise<ToldOutcome | null> {
  const diagnostics: unknown = await page.evaluate(() => {
    const found: unknown = Reflect.get(window, 'perfuse');
    return found === undefined ? null : (JSON.parse(JSON.stringify(found)) as unknown);
  });
  const parsed = diagnosticsSchema.safeParse(diagnostics);
  if (parsed.success) return parsed.data.lastMeasurement;
  const place = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new MeasureFailure('APP_UNKNOWN', `window.perfuse is not what was expected at "${place}".`);
}

async function awaitResult(page: Page): Promise<ToldOutcome> {
  const limit = Date.now() + RESULT_LIMIT_MS;
  while (Date.now() < limit) {
    const outcome = await lastMeasurement(page);
    if (outcome !== null) return outcome;
    await sleep(POLL_MS);
  }
  const shown = await whatIsShown(page);
  throw new MeasureFailure('RESULT_TIMED_OUT', `No result came in time. Shown was ${shown}.`);
}

/** A jump back to the beginning inside the measured stretch is not the person's: say so. */
function warnOfLoop(openS: number, camera: CameraFile, log: Log): void {
  const playedS = openS - camera.leadInS;
  log(
    `Measuring for ${String(MEASUREMENT.durationS)} s, ${playedS.toFixed(1)} s into the recording.`,
  );
  if (playedS + MEASUREMENT.durationS <= camera.seconds) return;
  log('The recording ends before the measurement does and starts again: expect a weaker signal.');
}

async function filmed(
  browser: Browser,
  camera: CameraFile,
  url: string,
  job: MeasureJob,
  log: Log,
): Promise<ToldOutcome> {
  const context = await browser.newContext({
    locale: 'en-US',
    permissions: ['camera'],
    viewport: { width: 1280, height: 860 },
  });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (job.verbose || message.type() === 'error') log(`app: ${message.text()}`);
  });
  page.on('pageerror', (error) => log(`app: ${error.message}`));
  log('Going through the app.');
  warnOfLoop(await beginMeasurement(page, url, job.profile), camera, log);
  if (job.cpu === 1) return await awaitResult(page);
  await slowDown(page, job.cpu);
  const outcome = await awaitResult(page);
  // Showing the results is the most that a page has to do.
  await sleep(RESULTS_SHOWN_MS);
  const { longTasks, longestMs } = await responsiveness(page);
  log(
    `${String(job.cpu)} times slower: ${String(longTasks)} tasks over 50 ms, the longest ${String(longestMs)} ms.`,
  );
  return outcome;
}

async function withBrowser(
  camera: CameraFile,
  url: string,
  job: MeasureJob,
  audience: Audience,
): Promise<void> {
  const browser = await launchWithCamera({ video: camera.file, headless: !job.keepOpen });
  try {
    audience.outcome(await filmed(browser, camera, url, job, audience.log));
  } catch (error) {
    if (!job.keepOpen) {
      await browser.close();
      throw error;
    }
    audience.log(error instanceof Error ? error.message : String(error));
  }
  if (job.keepOpen) {
    audience.log(`Left open: ${url}. End with Ctrl-C.`);
    // Never settles; what is open keeps the process alive.
    await new Promise(() => undefined);
  }
  await browser.close();
}

/**
 * Measures a recording through the real app and the real server.
 * @throws MeasureFailure when there is no outcome of the app to report.
 */
export async function measure(job: MeasureJob, audience: Audience): Promise<void> {
  const { log } = audience;
  log('Reading the recording.');
  const camera = await cameraFrom(job.recording);
  try {
    const { width, height, framesPerSecond, seconds } = camera;
    log(
      `${String(width)} x ${String(height)}, ${framesPerSecond.toFixed(2)} frames a second, ${seconds.toFixed(1)} s.`,
    );
    if (job.url !== undefined) {
      await withBrowser(camera, job.url, job, audience);
      return;
    }
    log('Starting a server.');
    const server = await startServer(job.verbose);
    try {
      await withBrowser(camera, server.url, job, audience);
    } finally {
      await server.stop();
    }
  } finally {
    camera.remove();
  }
}
