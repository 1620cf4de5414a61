// SPDX-License-Identifier: Apache-2.0
import { PAYLOAD_LIMITS } from '@perfuse/contract/limits';
import { faceBounds } from '../face/background.ts';
import type { FramePixels } from '../source/video-frame.ts';
import { cropFace } from './crop.ts';
import type { ReadReply, ReadRequest } from './messages.ts';
import { Pace } from './pace.ts';

/** Maximum frames in flight to the network; further ones are not read. */
const MAX_WAITING = 2;
/** After a longer gap, the face belongs to another scene, ms. */
const SAME_SCENE_MS = 1000;
/** How long a recording waits for a worker before it is considered dead, ms. */
const GONE_MS = 10_000;

/** The network's output for a frame; available later than the frame's other numbers, if at all. */
export interface LearnedReading {
  /** NaN until available. */
  value: number;
}

/** A frame with a face that may be read. */
export interface SeenFace extends FramePixels {
  readonly timeMs: number;
  /** As in FaceLandmarks. */
  readonly points: Float32Array;
}

/** Lets a learned estimator in its own worker read the faces of frames; nothing blocks on it. */
export class FaceReader {
  readonly #send: (request: ReadRequest) => void;
  readonly #waiting = new Map<number, LearnedReading>();
  readonly #pace = new Pace();
  #nextId = 0;
  #sinceRead = 0;
  #lastMs: number | undefined;
  #isGone = false;
  readonly #onIdle: (() => void)[] = [];

  /** @param send passes a face to the worker, which takes ownership of its picture. */
  constructor(send: (request: ReadRequest) => void) {
    this.#send = send;
  }

  /**
   * Sends a face to the network, if it is due.
   * @param isPaced whether frames come at a camera's rate, and cannot wait. All frames of a recording are read, or none
   * from the point where the device proves too slow: the person waits for the result.
   * @returns holder of the future value; undefined when the frame is not read.
   */
  offer({ timeMs, points, ...pixels }: SeenFace, isPaced: boolean): LearnedReading | undefined {
    this.#sinceRead += 1;
    const { step } = this.#pace;
    if (this.#isGone || step === 0) return undefined;
    if (isPaced && (this.#sinceRead < step || this.#waiting.size >= MAX_WAITING)) return undefined;
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

  /** Reports the frames that the camera lost before the latest one. */
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

  /** Resolves when every accepted frame has been read, or when the worker does not answer in time. */
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
