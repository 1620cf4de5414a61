// SPDX-License-Identifier: Apache-2.0
import { interpolate, type FaceLandmarks } from '../face/landmarks.ts';

/** One of this many frames is sent to the tracker, if it is idle: tracking less costs nothing, losing frames does. */
const TRACK_EVERY = 2;
const NEVER_SENT = Number.NEGATIVE_INFINITY;

/** A frame whose pixels are kept until its face is known. */
export interface QueuedFrame {
  /** Increases by one per frame. */
  readonly id: number;
  readonly timeMs: number;
  readonly lostBefore: number;
  /** Slot of its pixels. */
  readonly slot: number;
}

export interface ResolvedFrame {
  readonly frame: QueuedFrame;
  readonly face: FaceLandmarks | undefined;
  /** The tracker itself processed this frame. */
  readonly isTracked: boolean;
}

interface Sighting {
  readonly timeMs: number;
  readonly face: FaceLandmarks | undefined;
}

/**
 * Frames that wait for the tracker. When a face is found, the frames between it and the previously tracked one get
 * interpolated landmarks; next to a frame without a face they get none.
 */
export class FrameQueue {
  readonly #capacity: number;
  readonly #waiting: QueuedFrame[] = [];
  readonly #freeSlots: number[];
  #last: Sighting | undefined;
  #inTracker: number | undefined;
  #forgotten: number | undefined;
  #lastSent = NEVER_SENT;

  /** @param capacity number of frame slots, 1 or more. */
  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#freeSlots = Array.from({ length: capacity }, (_, slot) => slot);
  }

  get length(): number {
    return this.#waiting.length;
  }

  /**
   * A free slot for the next frame. When the tracker is so slow that all are in use, the oldest frame is returned with
   * the latest landmarks, to be measured at once and released.
   */
  takeSlot(): { readonly slot: number } | { readonly evicted: ResolvedFrame } {
    const slot = this.#freeSlots.pop();
    if (slot !== undefined) return { slot };
    const frame = this.#waiting.shift();
    if (frame === undefined)
      throw new RangeError(`All ${String(this.#capacity)} slots are in use.`);
    return { evicted: { frame, face: this.#last?.face, isTracked: frame.id === this.#inTracker } };
  }

  release(slot: number): void {
    this.#freeSlots.push(slot);
  }

  /** @returns whether this frame should go to the tracker now. */
  push(frame: QueuedFrame): boolean {
    this.#waiting.push(frame);
    if (this.#inTracker !== undefined || frame.id - this.#lastSent < TRACK_EVERY) return false;
    this.#inTracker = frame.id;
    this.#lastSent = frame.id;
    return true;
  }

  get isTrackerBusy(): boolean {
    return this.#inTracker !== undefined;
  }

  /** Whether the tracker is busy when this frame is due. @param id of a future frame. */
  isTrackerBehind(id: number): boolean {
    return this.#inTracker !== undefined && id - this.#lastSent >= TRACK_EVERY;
  }

  /** The tracker has finished its frame. @returns whether its result still matters. */
  answered(id: number): boolean {
    if (id === this.#inTracker) this.#inTracker = undefined;
    return id !== this.#forgotten;
  }

  /** Settles a tracked frame's face. @returns the frames that are now known, in order. */
  resolve(id: number, timeMs: number, face: FaceLandmarks | undefined): readonly ResolvedFrame[] {
    const end = this.#waiting.findIndex((frame) => frame.id > id);
    const known = this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
    const before = this.#last;
    this.#last = { timeMs, face };
    return known.map((frame) =>
      frame.id === id
        ? { frame, face, isTracked: true }
        : { frame, face: between(before, { timeMs, face }, frame.timeMs), isTracked: false },
    );
  }

  /** Discards waiting frames and the last face. An answer still to come only marks the tracker as idle. */
  clear(): void {
    for (const { slot } of this.#waiting.splice(0)) this.release(slot);
    this.#last = undefined;
    this.#lastSent = NEVER_SENT;
    this.#forgotten = this.#inTracker;
  }
}

function between(
  before: Sighting | undefined,
  after: Sighting,
  timeMs: number,
): FaceLandmarks | undefined {
  if (before?.face === undefined || after.face === undefined) return undefined;
  const span = after.timeMs - before.timeMs;
  const share = span > 0 ? (timeMs - before.timeMs) / span : 1;
  return interpolate(before.face, after.face, Math.min(1, Math.max(0, share)));
}
