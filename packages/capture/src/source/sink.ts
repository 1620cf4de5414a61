// SPDX-License-Identifier: Apache-2.0

/** What a source needs of the capture worker. */
export interface FrameSink {
  /** The worker has a processor and takes tracks (Safari). */
  readonly readsTracks: boolean;
  post(message: unknown, transfer: Transferable[]): void;
}

/** Frames on their way to the worker. */
export interface FrameSource {
  stop(): void;
  /** Reads a recording from its beginning, once; nothing of before is sent afterwards. Cameras have none. */
  readOnce?(): void;
}
