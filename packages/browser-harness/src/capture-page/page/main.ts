// SPDX-License-Identifier: Apache-2.0
/** The measured page: from camera to chunks, with all steps timed. */
import {
  captureAssets,
  createCapture,
  type Capture,
  type CaptureEvent,
  type FaceEvent,
} from '@perfuse/capture';
import { openRecording } from '@perfuse/capture/recording';
import type { CapturedChunk, CapturePlan, CaptureReport } from './report.ts';

/** Frames with a face before the recording starts. */
const SETTLED_FACES = 25;
const SETTLE_TIMEOUT_MS = 60_000;
/** A busy machine takes several times the duration of the recording. */
const RECORD_TIMEOUT_MS = 240_000;

/** Collects events until the recording has ended. */
class Collector {
  readonly trackMs: number[] = [];
  readonly copyMs: number[] = [];
  readonly extractMs: number[] = [];
  readonly chunks: CapturedChunk[] = [];
  facesFound = 0;
  facesMissed = 0;
  lastFace: FaceEvent | undefined;
  isRecording = false;

  take(event: CaptureEvent): void {
    if (event.type === 'chunk') {
      const payload = btoa(String.fromCharCode(...event.payload));
      const { index, frames, dropped, faceShare } = event;
      this.chunks.push({ index, payload, frames, dropped, faceShare });
    }
    if (event.type === 'face') this.lastFace = event;
    if (!this.isRecording) return;
    if (event.type === 'face') {
      if (event.found) this.facesFound += 1;
      else this.facesMissed += 1;
    }
    if (event.type === 'timing') {
      this.trackMs.push(...event.trackMs);
      this.copyMs.push(...event.copyMs);
      this.extractMs.push(...event.extractMs);
    }
  }
}

/** The first matching event; rejects on a failure or after the time limit. */
async function until<T extends CaptureEvent>(
  capture: Capture,
  fits: (event: CaptureEvent) => event is T,
  timeoutMs: number,
): Promise<T> {
  return await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Nothing came in time.')), timeoutMs);
    const unsubscribe = capture.subscribe((event) => {
      if (event.type === 'failed') reject(new Error(`${event.code}: ${event.message}`));
      else if (fits(event)) resolve(event);
      else return;
      clearTimeout(timer);
      unsubscribe();
    });
  });
}

const isFace = (event: CaptureEvent): event is FaceEvent => event.type === 'face' && event.found;
const isSettled = (event: CaptureEvent): event is FaceEvent =>
  isFace(event) && event.facesSeen >= SETTLED_FACES;
const isRecorded = (event: CaptureEvent): event is Extract<CaptureEvent, { type: 'recorded' }> =>
  event.type === 'recorded';

type Source = Parameters<Capture['attach']>[0];

async function openCamera({ width, height }: CapturePlan): Promise<MediaStreamTrack> {
  const video = { width, height, frameRate: { ideal: 30 } };
  const stream = await navigator.mediaDevices.getUserMedia({ video });
  const [track] = stream.getVideoTracks();
  if (track === undefined) throw new Error('There is no camera.');
  const preview = document.createElement('video');
  preview.muted = true;
  preview.srcObject = stream;
  document.body.append(preview);
  await preview.play();
  return track;
}

async function openSource(plan: CapturePlan): Promise<Source> {
  if (plan.recording === undefined) return await openCamera(plan);
  return await openRecording(new URL(plan.recording, document.baseURI).href);
}

function observeLongTasks(): { readonly takeAll: () => readonly number[] } {
  const durations: number[] = [];
  const observer = new PerformanceObserver((list) => {
    durations.push(...list.getEntries().map((entry) => entry.duration));
  });
  observer.observe({ type: 'longtask' });
  return {
    takeAll() {
      durations.push(...observer.takeRecords().map((entry) => entry.duration));
      return durations.splice(0);
    },
  };
}

/** @returns time to the first face, ms. */
async function attach(capture: Capture, source: Source, wait: boolean): Promise<number> {
  if (!wait) {
    await capture.attach(source);
    return 0;
  }
  const began = performance.now();
  const firstFace = until(capture, isFace, SETTLE_TIMEOUT_MS);
  const settled = until(capture, isSettled, SETTLE_TIMEOUT_MS);
  await capture.attach(source);
  await firstFace;
  const firstFaceMs = performance.now() - began;
  await settled;
  return firstFaceMs;
}

async function run(plan: CapturePlan): Promise<CaptureReport> {
  if (plan.withoutProcessor === true) Reflect.deleteProperty(window, 'MediaStreamTrackProcessor');
  const tasks = observeLongTasks();
  const capture = createCapture({ timings: true });
  const collector = new Collector();
  capture.subscribe((event) => collector.take(event));
  await Promise.all(
    captureAssets('mediapipe').map(async ({ url }) => (await fetch(url)).arrayBuffer()),
  );
  const began = performance.now();
  await capture.prepare();
  const prepareMs = performance.now() - began;

  const source = await openSource(plan);
  const firstFaceMs = await attach(capture, source, plan.waitForFace ?? true);

  tasks.takeAll();
  collector.isRecording = true;
  const { chunkCount, chunkS } = plan;
  capture.record({ chunkCount, chunkS });
  const recorded = await until(capture, isRecorded, RECORD_TIMEOUT_MS);
  const longTasksMs = tasks.takeAll();
  capture.close();
  if (source instanceof MediaStreamTrack) source.stop();
  const { frames, dropped, framesPerS } = recorded;
  const { trackMs, copyMs, extractMs, facesFound, facesMissed, chunks } = collector;
  const { yaw = NaN, pitch = NaN, roll = NaN, width = NaN, luma = NaN } = collector.lastFace ?? {};
  const requests = performance.getEntriesByType('resource').map((entry) => entry.name);
  return {
    ...{ prepareMs, firstFaceMs, trackMs, copyMs, extractMs, longTasksMs, facesFound, facesMissed },
    ...{
      frames,
      dropped,
      framesPerS,
      chunks,
      requests,
      lastPose: { yaw, pitch, roll, width, luma },
    },
  };
}

window.runCapture = run;
window.createCapture = createCapture;
