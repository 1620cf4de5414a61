// SPDX-License-Identifier: Apache-2.0
import type { CaptureEvent, RecordPlan } from '../api.ts';
import { errorText } from '../error-text.ts';
import type { CaptureSession } from './session.ts';

/** Single frames that may wait while an earlier one is copied. */
const MAX_WAITING = 8;

/** Feeds a session with frames, one after another, from a stream or individually. */
export class FrameReader {
  readonly session: CaptureSession<VideoFrame>;
  readonly #report: (event: CaptureEvent) => void;
  #cancel: (() => void) | undefined;
  #waiting = 0;
  #tail: Promise<void> = Promise.resolve();

  constructor(session: CaptureSession<VideoFrame>, report: (event: CaptureEvent) => void) {
    this.session = session;
    this.#report = report;
  }

  /** Reads a stream of frames to its end. @param release called when it is no longer read. */
  read(stream: ReadableStream<unknown>, release?: () => void): void {
    this.detach();
    const reader = stream.getReader();
    let isCurrent = true;
    this.#cancel = () => {
      isCurrent = false;
      reader.cancel().catch(() => undefined);
      release?.();
    };
    const pump = async (): Promise<void> => {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        if (!(value instanceof VideoFrame)) continue;
        if (isCurrent) await this.session.take(value);
        else value.close();
      }
      if (isCurrent) this.#report({ type: 'ended' });
    };
    // After the current copy: two concurrent frames could invalidate each other's memory.
    this.#tail = this.#tail.then(pump).catch((error: unknown) => {
      if (isCurrent) this.#fail(error);
    });
  }

  /** Accepts one frame. When too many are waiting, it is lost, which shows as a gap before the next timestamp. */
  push(frame: VideoFrame): void {
    if (this.#waiting >= MAX_WAITING) {
      frame.close();
      return;
    }
    this.#waiting += 1;
    void this.#inTurn(() => this.session.take(frame)).then(() => {
      this.#waiting -= 1;
    });
  }

  /** Accepts one frame of a recording. @returns when the next one may be sent. */
  async follow(frame: VideoFrame): Promise<void> {
    await this.#inTurn(() => this.session.follow(frame));
  }

  /** Records the following frames, and discards the effects of earlier ones. */
  async recordFromStart(plan: RecordPlan): Promise<void> {
    await this.#inTurn(() => this.session.recordFromStart(plan));
  }

  detach(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.session.reset();
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#tail = this.#tail.then(work).catch((error: unknown) => this.#fail(error));
    return this.#tail;
  }

  #fail(error: unknown): void {
    this.#report({ type: 'failed', code: 'WORKER_ERROR', message: errorText(error) });
  }
}
