// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  launchWithCamera,
  openCameraFile,
  UnusableVideo,
  type Browser,
  type CameraFile,
  type Page,
} from '@perfuse/browser-harness';
import { MEASUREMENT } from '@perfuse/contract/limits';
import { diagnosticsSchema, type ReportedOutcome } from '@perfuse/contract/results/outcome';
import type { MeasureJob } from './arguments.ts';
import { MeasureFailure } from './failure.ts';
import {
  beginMeasurement,
  beginRecording,
  chooseRecording,
  reachCamera,
  whatIsShown,
} from './journey.ts';
import { startServer } from './server.ts';
import { responsiveness, slowDown } from './slow-computer.ts';

/** The app stops by itself when nothing arrives any more; a slow computer may read for some minutes. */
const RESULT_LIMIT_MS = 600_000;
const POLL_MS = 250;
/** Longest time that a slow computer takes to show the results. */
const RESULTS_SHOWN_MS = 6000;
/** The app requires a face in this many frames before it measures, so none of the lead-in is measured. */
const LEAD_IN_FRAMES = MEASUREMENT.minimumFaceFrames - 1;

type Log = (line: string) => void;
export interface Audience {
  readonly log: Log;
  /** Called once, as soon as the app has an outcome. */
  readonly outcome: (outcome: ReportedOutcome) => void;
}

const tooShort = (lasts: string): MeasureFailure =>
  new MeasureFailure(
    'VIDEO_TOO_SHORT',
    `The recording ${lasts}. A measurement needs at least ${String(MEASUREMENT.shortestRecordingS)} s.`,
  );

/** @throws MeasureFailure `VIDEO_…` when the recording cannot be read. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnusableVideo)) throw error;
    throw new MeasureFailure(`VIDEO_${error.fault}`, error.message);
  }
}

/** Opens the recording as the browser's camera. */
async function cameraFrom(recording: string, log: Log): Promise<CameraFile> {
  const camera = await readable(() => openCameraFile(recording, LEAD_IN_FRAMES));
  const { width, height, framesPerSecond, seconds } = camera;
  log(
    `${String(width)} x ${String(height)}, ${framesPerSecond.toFixed(2)} frames a second, ${seconds.toFixed(1)} s.`,
  );
  if (seconds >= MEASUREMENT.shortestRecordingS) return camera;
  camera.remove();
  throw tooShort(`lasts ${seconds.toFixed(1)} s`);
}

async function lastMeasurement(page: Page): Promise<ReportedOutcome | null> {
  const diagnostics: unknown = await page.evaluate(() => {
    const found: unknown = Reflect.get(window, 'perfuse');
    return found === undefined ? null : (JSON.parse(JSON.stringify(found)) as unknown);
  });
  const parsed = diagnosticsSchema.safeParse(diagnostics);
  if (parsed.success) return parsed.data.lastMeasurement;
  const place = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new MeasureFailure('APP_UNKNOWN', `window.perfuse has an unexpected value at "${place}".`);
}

async function awaitResult(page: Page): Promise<ReportedOutcome> {
  const limit = Date.now() + RESULT_LIMIT_MS;
  while (Date.now() < limit) {
    const outcome = await lastMeasurement(page);
    if (outcome !== null) return outcome;
    await sleep(POLL_MS);
  }
  const shown = await whatIsShown(page);
  throw new MeasureFailure('RESULT_TIMED_OUT', `The result timed out. Shown: ${shown}.`);
}

/** Warns when the recording starts again during the measurement: the jump is not the person's. */
function warnOfLoop(openS: number, camera: CameraFile, log: Log): void {
  const playedS = openS - camera.leadInS;
  log(
    `Measuring for ${String(MEASUREMENT.durationS)} s, ${playedS.toFixed(1)} s into the recording.`,
  );
  if (playedS + MEASUREMENT.durationS <= camera.seconds) return;
  log('The recording is shorter than the measurement and restarts: expect a weaker signal.');
}

/** Lets the app film the recording in real time. */
async function film(page: Page, camera: CameraFile, url: string, job: MeasureJob, log: Log) {
  warnOfLoop(await beginMeasurement(page, url, job.profile), camera, log);
}

/** Lets the app read the recording; one in a codec that the browser lacks is converted to y4m. */
async function read(page: Page, url: string, job: MeasureJob): Promise<CameraFile | null> {
  await reachCamera(page, url, job.profile);
  let converted: CameraFile | null = null;
  let fault = await chooseRecording(page, job.recording);
  if (fault === 'unreadable') {
    converted = await readable(() => openCameraFile(job.recording));
    fault = await chooseRecording(page, converted.file);
  }
  if (fault !== null) converted?.remove();
  if (fault === 'too-short') throw tooShort('is shorter');
  if (fault !== null)
    throw new MeasureFailure('VIDEO_UNREADABLE', 'The app cannot read the recording.');
  await beginRecording(page);
  return converted;
}

async function measured(
  browser: Browser,
  camera: CameraFile | null,
  url: string,
  job: MeasureJob,
  log: Log,
): Promise<ReportedOutcome> {
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
  log('Stepping through the app.');
  let converted: CameraFile | null = null;
  if (camera === null) converted = await read(page, url, job);
  else await film(page, camera, url, job, log);
  try {
    if (job.cpu === 1) return await awaitResult(page);
    await slowDown(page, job.cpu);
    const outcome = await awaitResult(page);
    // Showing the results is the heaviest work of a page.
    await sleep(RESULTS_SHOWN_MS);
    const { longTasks, longestMs } = await responsiveness(page);
    log(
      `CPU ${String(job.cpu)} times slower: ${String(longTasks)} tasks over 50 ms, the longest ${String(longestMs)} ms.`,
    );
    return outcome;
  } finally {
    converted?.remove();
  }
}

async function withBrowser(
  camera: CameraFile | null,
  url: string,
  job: MeasureJob,
  audience: Audience,
): Promise<void> {
  const headless = !job.keepOpen;
  // The app requests a camera before it offers to choose a recording: the browser's test picture suffices.
  const browser = await launchWithCamera({
    ...(camera === null ? {} : { video: camera.file }),
    headless,
  });
  try {
    audience.outcome(await measured(browser, camera, url, job, audience.log));
  } catch (error) {
    if (!job.keepOpen) {
      await browser.close();
      throw error;
    }
    audience.log(error instanceof Error ? error.message : String(error));
  }
  if (job.keepOpen) {
    audience.log(`Kept open: ${url}. Press Ctrl-C to stop.`);
    // Never settles; the open browser keeps the process alive.
    await new Promise(() => undefined);
  }
  await browser.close();
}

/**
 * Measures a recording with the real app and the real server.
 * @throws MeasureFailure when the app has no outcome to report.
 */
export async function measure(job: MeasureJob, audience: Audience): Promise<void> {
  const { log } = audience;
  if (!existsSync(job.recording)) {
    throw new MeasureFailure('VIDEO_UNREADABLE', `File not found: ${job.recording}`);
  }
  const camera = job.realTime ? await cameraFrom(job.recording, log) : null;
  try {
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
    camera?.remove();
  }
}
