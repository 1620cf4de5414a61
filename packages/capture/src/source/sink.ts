// SPDX-License-Identifier: Apache-2.0

/** What a source needs from the capture worker. */
export interface FrameSink {
  /** The worker has a processor and accepts tracks (Safari). */
  readonly readsTracks: boolean;
  post(message: unknown, transfer: Transferable[]): void;
}

/** A running delivery of frames to the worker. */
export interface FrameSource {
  stop(): void;
  /** Reads a recording from its start, once; no earlier frame is sent afterwards. Absent for cameras. */
  readOnce?(): void;
}
