// SPDX-License-Identifier: Apache-2.0
/** Messages between the page and the worker that draws the sample. */

/** Requests the picture of this number, 0-based. */
export interface SampleRequest {
  readonly number: number;
}

export type SampleReport =
  | {
      readonly type: 'ready';
      /** Pixels. */
      readonly width: number;
      readonly height: number;
      /** Frames per second. */
      readonly frameRate: number;
      readonly frameCount: number;
    }
  /** The answer to the oldest request: planes of I420, ITU-R BT.601 in the limited range. */
  | { readonly type: 'picture'; readonly data: Uint8Array<ArrayBuffer> };
