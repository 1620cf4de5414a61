// SPDX-License-Identifier: Apache-2.0
import { PAYLOAD_LIMITS } from '@perfuse/contract/limits';
import { faceBounds } from '../face/background.ts';
import type { FramePixels } from '../source/video-frame.ts';
import { cropFace } from './crop.ts';
import type { ReadReply, ReadRequest } from './messages.ts';
import { Pace } from './pace.ts';

/** Frames that may be with the network at a time; more are not read. */
const MOST_WAITING = 2;
/** A face that was away for longer is another scene, ms. */
const SAME_SCENE_MS = 1000;
/** A recording waits for a worker no longer than this, ms: it is gone. */
const GONE_MS = 10_000;

/** What the network made of a frame; the value comes later than the frame's other numbers, if at all. */
export interface LearnedReading {
  /** NaN until it is there. */
  value: number;
}

/** A frame with a face that may be read. */
export interface SeenFace extends FramePixels {
  readonly timeMs: number;
  /** As in FaceLandmarks. */
  readonly points: Float32Array;
}

/** Has the faces of frames read by a learned estimator in its own worker: nothing waits for it. */
export class FaceReader {
  readonly #send: (request: ReadRequest) => void;
  readonly #waiting = new Map<number, LearnedReading>();
  readonly #pace = new Pace();
  #nextId = 0;
  #sinceRead = 0;
  #lastMs: number | undefined;
  #isGone = false;
  readonly #onIdle: (() => void)[] = [];

  /** @param send hands a face to the worker, which takes its picture over. */
  constructor(send: (request: ReadRequest) => void) {
    this.#send = send;
  }

  /**
   * Has a face read, if it is its turn.
   * @param isPaced whether frames come as a camera makes them, and may not wait. All of a recording are read, or none
   * from where the device has shown to be too slow: somebody waits for the result.
   * @returns where the value will be; undefined where the frame is not read.
   */
  offer({ timeMs, points, ...pixels }: SeenFace, isPaced: boolean): LearnedReading | undefined {
    this.#sinceRead += 1;
    const { step } = this.#pace;
    if (this.#isGone || step === 0) return undefined;
    if (isPaced && (this.#sinceRead < step || this.#waiting.size >= MOST_WAITING)) return undefined;
    const id = this.#nextId;
    this.#nextId += 1;
    this.#sinceRead = 0;
    const sinceMs = timeMs - (this.#lastMs ?? -Infinity);
    this.#lastMs = timeMs;
    const reading = { value: NaN };
    this.#waiting.set(id, reading);
    const isSameScene = sinceMs > 0 && sinceMs <= SAME_SCENE_MS;
    const sinceS = isSameScene ? sinceMs / 1000 : 0;
    this.#send({ id, picture: cropFace(pixels, faceBounds(points)), sinceS });
    return reading;
  }

  /** The camera lost frames before the newest one. */
  frame(lost: number): void {
    if (this.#waiting.size > 0) this.#pace.frame(lost);
  }

  answer({ id, value, ms }: ReadReply): void {
    const reading = this.#waiting.get(id);
    this.#waiting.delete(id);
    const isUsable = Math.abs(value) <= PAYLOAD_LIMITS.maxLearned;
    if (reading !== undefined && isUsable) reading.value = value;
    this.#pace.answered(ms);
    if (this.#waiting.size > 0) return;
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  /** Resolves when every frame that was taken is read. A worker that does not answer is given up. */
  async idle(): Promise<void> {
    if (this.#waiting.size === 0 || this.#isGone) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        this.#isGone = true;
        resolve();
      }, GONE_MS);
      this.#onIdle.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** The next frame belongs to another scene. */
  reset(): void {
    this.#lastMs = undefined;
  }
}
