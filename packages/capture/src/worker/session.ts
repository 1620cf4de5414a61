// SPDX-License-Identifier: Apache-2.0
import { encodeChunk } from '@perfuse/contract/payload/codec';
import { frameBytes, type ColourSpace, type Extractor, type FrameLayout } from '@perfuse/extractor';
import type { CaptureEvent, RecordPlan } from '../api.ts';
import type { FaceReader } from '../learned/face-reader.ts';
import { FrameClock } from '../record/rate.ts';
import { ChunkRecorder, type FinishedChunk } from '../record/recorder.ts';
import type { FrameRow } from '../record/row.ts';
import type { TrackReply } from '../tracker/messages.ts';
import { FrameCopier, planCopy, type CapturedFrame } from './copier.ts';
import { errorText } from '../error-text.ts';
import { faceEvent } from './face-event.ts';
import { FrameMeasurer } from './measure.ts';
import { Meter } from './meter.ts';
import { PictureWatch } from './picture.ts';
import { FrameQueue, type ResolvedFrame } from './queue.ts';
import { SteadyLandmarks } from './steady.ts';

/** Frames that may wait for the tracker, as far as memory allows. */
const SLOTS = { most: 16, least: 4, bytes: 64 * 1024 * 1024 };

export interface SessionPorts<Frame extends CapturedFrame> {
  /** Takes ownership of the frame. */
  sendToTracker(id: number, timeMs: number, frame: Frame): void;
  /** The next frame belongs to another scene. */
  resetTracker(): void;
  emit(event: CaptureEvent, transfer?: Transferable[]): void;
}

/** The whole path from a frame to the numbers that leave the worker. Frames must be processed one after another. */
export class CaptureSession<Frame extends CapturedFrame> {
  readonly #extractor: Extractor;
  readonly #ports: SessionPorts<Frame>;
  readonly #timings: boolean;
  readonly #copier = new FrameCopier();
  readonly #meter = new Meter();
  #measurer: FrameMeasurer;
  #queue = new FrameQueue(SLOTS.least);
  #steady = new SteadyLandmarks();
  #clock = new FrameClock();
  #picture = new PictureWatch();
  #layout: FrameLayout | undefined;
  #space: ColourSpace = { matrix: null, fullRange: null };
  #nextId = 0;
  /** Losses not yet assigned to a row. */
  #lostBefore = 0;
  #facesSeen = 0;
  #recording: { readonly recorder: ChunkRecorder; readonly fromId: number } | undefined;
  #onAnswer: (() => void) | undefined;
  #learned: FaceReader | undefined;
  /** Frames come at a camera's rate; those of a recording wait for their readers. */
  #isPaced = true;

  constructor(extractor: Extractor, ports: SessionPorts<Frame>, timings: boolean) {
    this.#extractor = extractor;
    this.#ports = ports;
    this.#timings = timings;
    this.#measurer = new FrameMeasurer(extractor);
  }

  /** From now on, a learned estimator also reads the faces. */
  readFacesWith(learned: FaceReader): void {
    this.#learned = learned;
  }

  record(plan: RecordPlan): void {
    this.#recording = { recorder: new ChunkRecorder(plan), fromId: this.#nextId };
  }

  /** Records a recording: earlier frames have no effect on the numbers. */
  async recordFromStart(plan: RecordPlan): Promise<void> {
    while (this.#queue.isTrackerBusy) await this.#nextAnswer();
    this.reset();
    this.#ports.resetTracker();
    this.record(plan);
  }

  stop(): void {
    this.#recording = undefined;
  }

  /** Resets all state of the camera. */
  reset(): void {
    this.stop();
    this.#queue.clear();
    this.#steady = new SteadyLandmarks();
    this.#clock = new FrameClock();
    this.#picture = new PictureWatch();
    this.#measurer = new FrameMeasurer(this.#extractor);
    this.#lostBefore = 0;
    this.#facesSeen = 0;
    this.#isPaced = true;
    this.#learned?.reset();
  }

  /** Copies a frame's pixels, and passes it to the tracker or closes it. */
  async take(frame: Frame): Promise<void> {
    const timeMs = frame.timestamp / 1000;
    const clock = this.#clock;
    const lost = clock.push(timeMs);
    if (lost === undefined) {
      frame.close();
      return;
    }
    this.#countLost(lost);
    if (this.#isPaced) this.#learned?.frame(lost);
    const slot = await this.#copy(frame);
    // The camera was detached during the copy.
    const isStale = clock !== this.#clock;
    if (slot === undefined || isStale) {
      if (slot !== undefined) this.#queue.release(slot);
      if (!isStale) this.#countLost(1);
      frame.close();
      return;
    }
    const id = this.#nextId;
    this.#nextId += 1;
    const lostBefore = this.#lostBefore;
    this.#lostBefore = 0;
    if (this.#queue.push({ id, timeMs, lostBefore, slot })) {
      this.#ports.sendToTracker(id, timeMs, frame);
    } else {
      frame.close();
    }
  }

  /**
   * Takes a frame of a recording. Resolves when the tracker is free for the next frame if that is due, and the faces so
   * far have been read, so that the numbers of a recording are the same on every machine. A camera does not wait.
   */
  async follow(frame: Frame): Promise<void> {
    this.#isPaced = false;
    await this.take(frame);
    while (this.#queue.isTrackerBehind(this.#nextId)) await this.#nextAnswer();
    await this.#learned?.idle();
  }

  /** The tracker's answer for a frame sent to it. */
  answer(reply: TrackReply): void {
    this.#settle(reply);
    this.#onAnswer?.();
    this.#onAnswer = undefined;
  }

  async #nextAnswer(): Promise<void> {
    await new Promise<void>((resolve) => (this.#onAnswer = resolve));
  }

  #settle({ id, timeMs, ms, face, error }: TrackReply): void {
    if (error !== undefined) {
      this.#ports.emit({ type: 'failed', code: 'WORKER_ERROR', message: error });
    }
    this.#meter.track(ms);
    if (!this.#queue.answered(id)) return;
    const settled = this.#steady.push({ id, timeMs, face });
    if (settled === undefined) return;
    const known = this.#queue.resolve(settled.id, settled.timeMs, settled.face);
    for (const resolved of known) this.#finish(resolved);
  }

  #countLost(frames: number): void {
    this.#lostBefore += frames;
  }

  /** @returns the slot of the copy, or undefined when the frame could no longer be read. */
  async #copy(frame: Frame): Promise<number | undefined> {
    const began = performance.now();
    const plan = planCopy(frame);
    this.#layOut(plan.layout);
    const { matrix, fullRange } = frame.colorSpace;
    this.#space = { matrix, fullRange };
    const slot = this.#takeSlot();
    try {
      await this.#copier.copy(frame, plan, this.#extractor.view(slot));
      this.#meter.copy(performance.now() - began);
      return slot;
    } catch {
      this.#queue.release(slot);
      return undefined;
    }
  }

  /** Allocates slots for frames of another size or format; waiting frames are lost. */
  #layOut(layout: FrameLayout): void {
    const old = this.#layout;
    const isSame =
      old?.format === layout.format && old.width === layout.width && old.height === layout.height;
    if (isSame) return;
    const affordable = Math.floor(SLOTS.bytes / frameBytes(layout));
    const slots = Math.min(SLOTS.most, Math.max(SLOTS.least, affordable));
    this.#extractor.reserve(layout, slots);
    this.#countLost(this.#queue.length);
    this.#queue = new FrameQueue(slots);
    this.#steady = new SteadyLandmarks();
    this.#measurer = new FrameMeasurer(this.#extractor);
    this.#layout = layout;
  }

  #takeSlot(): number {
    for (;;) {
      const taken = this.#queue.takeSlot();
      if ('slot' in taken) return taken.slot;
      this.#finish(taken.evicted);
    }
  }

  #finish({ frame, face, isTracked }: ResolvedFrame): void {
    const began = performance.now();
    const row = this.#measure(frame, face);
    const now = performance.now();
    this.#meter.extract(now - began);
    this.#facesSeen = face === undefined ? 0 : this.#facesSeen + 1;
    if (isTracked) {
      const { layout } = this.#extractor;
      if (face !== undefined && this.#picture.isDue(row.timeMs)) {
        const bytes = this.#extractor.view(frame.slot);
        this.#picture.look({ bytes, layout, space: this.#space }, face.points, row);
      }
      const event = faceEvent(row, face, layout, this.#facesSeen, this.#picture.newest);
      this.#ports.emit(event, [event.outline.buffer]);
    }
    this.#queue.release(frame.slot);
    this.#collect(frame.id, row);
    this.#report(now);
  }

  #measure(frame: ResolvedFrame['frame'], face: ResolvedFrame['face']): FrameRow {
    const row = this.#measurer.measure(frame, face, this.#space);
    if (this.#learned === undefined || face === undefined) return row;
    const { layout } = this.#extractor;
    const pixels = { bytes: this.#extractor.view(frame.slot), layout, space: this.#space };
    const seen = { ...pixels, timeMs: frame.timeMs, points: face.points };
    const learned = this.#learned.offer(seen, this.#isPaced);
    return learned === undefined ? row : { ...row, learned };
  }

  #report(nowMs: number): void {
    const report = this.#meter.report(nowMs, this.#clock.framesPerS);
    if (report === undefined) return;
    this.#ports.emit(report.rate);
    if (this.#timings) this.#ports.emit(report.timing);
  }

  #collect(id: number, row: FrameRow): void {
    if (this.#recording === undefined || id < this.#recording.fromId) return;
    const { recorder } = this.#recording;
    const finished = recorder.push(row);
    if (finished === undefined) return;
    try {
      this.#emitChunk(finished);
    } catch (error) {
      this.stop();
      this.#ports.emit({ type: 'failed', code: 'CREATE_CHUNK_FAIL', message: errorText(error) });
      return;
    }
    if (!recorder.isDone) return;
    this.stop();
    this.#ports.emit({ type: 'recorded', ...recorder.summary });
  }

  #emitChunk({ chunk, startMs, endMs, faceShare }: FinishedChunk): void {
    const payload = encodeChunk(chunk);
    const { index, framesDropped: dropped } = chunk;
    const frames = chunk.frames.timeMs.length;
    const event: CaptureEvent = {
      type: 'chunk',
      ...{ index, payload, startMs, endMs, frames, dropped, faceShare },
    };
    this.#ports.emit(event, [payload.buffer]);
  }
}
