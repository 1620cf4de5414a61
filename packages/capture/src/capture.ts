// SPDX-License-Identifier: Apache-2.0
import {
  CaptureError,
  type Capture,
  type CaptureEvent,
  type CaptureOptions,
  type Prepared,
  type RecordedFrames,
  type RecordPlan,
} from './api.ts';
import { startSource } from './source/frame-source.ts';
import { Watchdog } from './watchdog.ts';
import { startRecordedFrames } from './source/recorded-frames.ts';
import type { FrameSink, FrameSource } from './source/sink.ts';
import { hasVideoFrames, startVideoFrames } from './source/video-frames.ts';
import { TrackerRefused } from './tracker/tracker-refused.ts';
import { isWorkerReport, type CaptureCommand, type SingleFrame } from './worker/messages.ts';
import type { LearnedWorker } from './learned/start-learned.ts';
import { startWorkers, type Workers } from './workers.ts';

/** A worker that dies silently stops reporting faces: it is considered dead after this, ms. */
const NO_FACE_MS = 10_000;
/** If no frame of a camera was seen by then, another way of reading is tried, ms. */
const NO_FIRST_FACE_MS = 5_000;

/** Creates a {@link Capture}; nothing starts before {@link Capture.prepare}. */
export function createCapture(options: CaptureOptions = {}): Capture {
  return new WorkerCapture(options);
}

const sinkOf = ({ capture, readsTracks }: Workers): FrameSink => ({
  readsTracks,
  post: (message, transfer) => capture.postMessage(message, transfer),
});

/** The page's side: owns the workers and the source, forwards events. */
class WorkerCapture implements Capture {
  readonly #options: CaptureOptions;
  readonly #listeners = new Set<(event: CaptureEvent) => void>();
  #preparing: Promise<Prepared> | undefined;
  #workers: Workers | undefined;
  #learned: LearnedWorker | undefined;
  #source: FrameSource | undefined;
  #track: MediaStreamTrack | undefined;
  #attachment = new AbortController();
  /** Frames of a recording that the worker has not answered yet, in order. */
  readonly #taken: (() => void)[] = [];
  readonly #closing = new AbortController();
  readonly #faceWatchdog = new Watchdog(NO_FACE_MS, () => this.#missFaces());
  readonly #firstFaceWatchdog = new Watchdog(NO_FIRST_FACE_MS, () => void this.#readAnotherWay());

  constructor(options: CaptureOptions) {
    this.#options = options;
  }

  async prepare(): Promise<Prepared> {
    this.#preparing ??= this.#prepare().catch((error: unknown) => {
      this.#preparing = undefined;
      throw error;
    });
    return await this.#preparing;
  }

  async attach(source: MediaStreamTrack | RecordedFrames): Promise<void> {
    const workers = this.#workers;
    if (workers === undefined) {
      throw new CaptureError('Capture must be prepared before a camera is attached.');
    }
    this.detach();
    const attachment = new AbortController();
    this.#attachment = attachment;
    const track = source instanceof MediaStreamTrack ? source : undefined;
    const frames =
      source instanceof MediaStreamTrack
        ? await startSource(source, sinkOf(workers))
        : startRecordedFrames(source, {
            take: (frame) => this.#follow(frame),
            onEnd: () => this.#endTrack(attachment),
          });
    if (!this.#keep(frames, attachment)) return;
    this.#track = track;
    if (track === undefined) return;
    if (hasVideoFrames()) this.#firstFaceWatchdog.restart();
    track.addEventListener('ended', () => this.#endTrack(), { signal: attachment.signal });
  }

  detach(): void {
    this.#attachment.abort();
    this.#expectNoFaces();
    this.#source?.stop();
    this.#source = undefined;
    this.#command({ type: 'detach' });
  }

  record(plan: RecordPlan): void {
    if (this.#source?.readOnce === undefined) {
      this.#command({ type: 'record', plan });
      return;
    }
    this.#command({ type: 'record-from-start', plan });
    this.#source.readOnce();
  }

  stop(): void {
    this.#command({ type: 'stop' });
  }

  subscribe(listener: (event: CaptureEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  close(): void {
    this.detach();
    this.#closing.abort(new CaptureError('Capture was closed.'));
    this.#workers?.terminate();
    this.#workers = undefined;
    this.#learned?.terminate();
    for (const resolve of this.#taken.splice(0)) resolve();
    this.#listeners.clear();
  }

  async #prepare(): Promise<Prepared> {
    const { workers, ...prepared } = await this.#startWorkers();
    for (const worker of [workers.capture, workers.tracker]) {
      worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => this.#receive(data));
      worker.addEventListener('error', (event) => this.#fail(event.message));
      worker.addEventListener('messageerror', () => this.#fail('A message could not be read.'));
    }
    const learned = await this.#startLearned(workers);
    this.#workers = workers;
    return { ...prepared, learned };
  }

  /** @returns why it does not run, empty when it does; null when none was requested. */
  async #startLearned(workers: Workers): Promise<string | null> {
    const { learned } = this.#options;
    if (learned === undefined) return null;
    try {
      // Few installations have one, so it is loaded on demand.
      const { startLearned } = await import('./learned/start-learned.ts');
      this.#learned = await startLearned(learned, workers.capture, this.#closing.signal);
      return this.#learned.fault;
    } catch (error) {
      workers.terminate();
      throw error;
    }
  }

  async #startWorkers(): Promise<Omit<Prepared, 'learned'> & { readonly workers: Workers }> {
    const { signal } = this.#closing;
    const { tracker = 'mediapipe', visage, timings = false } = this.#options;
    try {
      const workers = await startWorkers(tracker, visage, timings, signal);
      return { workers, tracker, refusal: null };
    } catch (error) {
      if (!(error instanceof TrackerRefused)) throw error;
      const { reason, message } = error;
      const workers = await startWorkers('mediapipe', undefined, timings, signal);
      return { workers, tracker: 'mediapipe', refusal: { reason, message } };
    }
  }

  /** Sends one frame of a recording. @returns when the worker is done with it. */
  async #follow(frame: VideoFrame): Promise<void> {
    const workers = this.#workers;
    if (workers === undefined) {
      frame.close();
      return;
    }
    await new Promise<void>((resolve) => {
      this.#taken.push(resolve);
      const message: SingleFrame = { type: 'recorded-frame', frame };
      workers.capture.postMessage(message, [frame]);
    });
  }

  #command(command: CaptureCommand): void {
    this.#workers?.capture.postMessage(command);
  }

  #receive(data: unknown): void {
    if (!isWorkerReport(data) || data.type === 'ready' || data.type === 'not-ready') return;
    if (data.type === 'taken') {
      this.#taken.shift()?.();
      return;
    }
    if (data.type === 'face' && !this.#attachment.signal.aborted) {
      this.#faceWatchdog.restart();
      this.#firstFaceWatchdog.end();
    }
    if (data.type === 'ended') this.#endTrack();
    else this.#emit(data);
  }

  /** Either side may notice first; it is reported once per attachment. */
  #endTrack(attachment = this.#attachment): void {
    if (attachment.signal.aborted || attachment !== this.#attachment) return;
    this.#attachment.abort();
    this.#expectNoFaces();
    this.#emit({ type: 'ended' });
  }

  #expectNoFaces(): void {
    this.#faceWatchdog.end();
    this.#firstFaceWatchdog.end();
  }

  /** @returns false when it was detached, or attached to another source, while this one was starting. */
  #keep(frames: FrameSource, attachment: AbortController): boolean {
    if (attachment.signal.aborted) {
      frames.stop();
      return false;
    }
    this.#source = frames;
    this.#faceWatchdog.restart();
    return true;
  }

  /** Occasionally Chromium provides a camera's frame stream without frames, while a video of the same track plays. */
  async #readAnotherWay(): Promise<void> {
    const [workers, track, attachment] = [this.#workers, this.#track, this.#attachment];
    if (workers === undefined || track === undefined || track.muted) return;
    // A hidden page may get no frames, and plays no video.
    if (document.hidden) {
      this.#firstFaceWatchdog.restart();
      return;
    }
    this.#source?.stop();
    this.#command({ type: 'detach' });
    // A video that does not play is treated like a stream without frames.
    const frames = await startVideoFrames(track, sinkOf(workers)).catch(() => undefined);
    if (frames !== undefined) this.#keep(frames, attachment);
  }

  /** Browsers report neither a dead worker nor a camera that was muted from the start. */
  #missFaces(): void {
    // A hidden page may get no frames, which is not a fault of the workers.
    if (document.hidden) this.#faceWatchdog.restart();
    else if (this.#track?.muted === true) this.#endTrack();
    else this.#fail('No frame was answered any more.');
  }

  #fail(message: string): void {
    const reason = message === '' ? 'A capture worker failed.' : message;
    this.#emit({ type: 'failed', code: 'WORKER_ERROR', message: reason });
  }

  #emit(event: CaptureEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}
