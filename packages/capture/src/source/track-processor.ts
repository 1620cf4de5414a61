// SPDX-License-Identifier: Apache-2.0

/** MediaStreamTrackProcessor (W3C mediacapture-transform); in Chromium on the page, in Safari in workers. */
export type TrackProcessor = new (init: {
  readonly track: MediaStreamTrack;
  /** Frames buffered for a slow reader. */
  readonly maxBufferSize?: number;
}) => { readonly readable: ReadableStream<VideoFrame> };

/** Frames that may wait while the capture worker is busy. */
export const PROCESSOR_BUFFER = 8;

export function findTrackProcessor(): TrackProcessor | undefined {
  const found: unknown = Reflect.get(globalThis, 'MediaStreamTrackProcessor');
  // The type library does not include it yet; the standard defines its shape.
  return typeof found === 'function' ? (found as TrackProcessor) : undefined;
}
