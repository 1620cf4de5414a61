// SPDX-License-Identifier: Apache-2.0
/**
 * The product's capture session fed as fast as it can follow: the next frame but one waits for the tracker's answer,
 * so that none is lost and every second one is tracked, however slow the machine is.
 */
import type { Extractor } from '@perfuse/extractor';
import type { CaptureEvent, RecordPlan } from '../../../../packages/capture/src/api.ts';
import {
  isTrackReply,
  type TrackReply,
} from '../../../../packages/capture/src/tracker/messages.ts';
import { CaptureSession } from '../../../../packages/capture/src/worker/session.ts';

/** Copies of the last frame: enough for the frames before them to leave the queue. */
const PADDING = 8;
const USUAL_INTERVAL_US = 33_333;
/** A frame goes to the tracker when the one this many before has come back. */
const TRACK_EVERY = 2;

export interface Extracted {
  readonly payloads: readonly Uint8Array[];
  readonly frames: number;
  readonly lastMs: number;
  readonly width: number;
  readonly height: number;
}

export class LockstepSession {
  readonly #session: CaptureSession<VideoFrame>;
  readonly #plan: RecordPlan;
  readonly #payloads: Uint8Array[] = [];
  #answered: Promise<TrackReply> | undefined;
  #framesSinceAsked = 0;
  #failure: string | undefined;
  #frames = 0;
  #last: VideoFrame | undefined;
  #intervalUs = USUAL_INTERVAL_US;

  /** @param tracker leads to the product's tracker worker. */
  constructor(extractor: Extractor, tracker: MessagePort, plan: RecordPlan) {
    const sendToTracker = (id: number, timeMs: number, frame: VideoFrame): void => {
      this.#framesSinceAsked = 0;
      this.#answered = new Promise((resolve) => {
        tracker.onmessage = ({ data }: MessageEvent<unknown>) => {
          if (isTrackReply(data)) resolve(data);
        };
      });
      tracker.postMessage({ id, timeMs, frame }, [frame]);
    };
    const emit = (event: CaptureEvent): void => {
      if (event.type === 'chunk') this.#payloads.push(event.payload);
      else if (event.type === 'failed') this.#failure ??= `${event.code}: ${event.message}`;
    };
    this.#session = new CaptureSession<VideoFrame>(extractor, { sendToTracker, emit }, false);
    this.#plan = plan;
    this.#session.record(plan);
  }

  /** Takes the frame over. @throws Error when the pipeline failed. */
  async take(frame: VideoFrame): Promise<void> {
    if (this.#last !== undefined) {
      const interval = frame.timestamp - this.#last.timestamp;
      if (interval > 0) this.#intervalUs = interval;
      this.#last.close();
    }
    this.#last = frame.clone();
    this.#frames += 1;
    await this.#step(frame);
  }

  /** Pushes out what still waits. */
  async finish(): Promise<Extracted> {
    const last = this.#last;
    if (last === undefined) throw new Error('No frame could be decoded.');
    const { timestamp, displayWidth: width, displayHeight: height } = last;
    const gapUs = 2e6 * this.#plan.chunkS;
    for (let copy = 1; copy <= 2 * PADDING; copy += 1) {
      const laterUs = copy * this.#intervalUs + (copy > PADDING ? gapUs : 0);
      await this.#step(new VideoFrame(last, { timestamp: timestamp + laterUs }));
    }
    last.close();
    const frames = this.#frames;
    return { payloads: this.#payloads, frames, lastMs: timestamp / 1000, width, height };
  }

  async #step(frame: VideoFrame): Promise<void> {
    this.#framesSinceAsked += 1;
    if (this.#framesSinceAsked >= TRACK_EVERY) await this.#settle();
    await this.#session.take(frame);
    if (this.#failure !== undefined) throw new Error(this.#failure);
  }

  async #settle(): Promise<void> {
    const reply = await this.#answered;
    this.#answered = undefined;
    if (reply !== undefined) this.#session.answer(reply);
  }
}
