// SPDX-License-Identifier: Apache-2.0
import type { Delivered } from './results.ts';

interface OfVisit {
  /** The visit, as your server and webhooks know it; '' while none has begun. */
  readonly sessionId: string;
}

export interface ReadyDetail extends OfVisit {
  readonly configId: string;
}

export interface ProgressDetail extends OfVisit {
  /** 0..1 */
  readonly fraction: number;
  /** Signal quality so far, 0..5. */
  readonly stars: number;
}

export interface ResultDetail extends OfVisit, Delivered {
  /** Your results callback with the result, for a page that wants to go there; null without a callback. */
  readonly address: string | null;
  /** The visit is over: the element may go. */
  readonly isFinal: boolean;
}

/** Why the app could not be shown at all. */
export type FrameErrorCode =
  | 'NOT_CONFIGURED'
  | 'INSECURE_PAGE'
  | 'CAMERA_BLOCKED'
  | 'FRAME_BLOCKED'
  | 'UNREACHABLE'
  | 'FRAME_REFUSED';

export interface ErrorDetail extends OfVisit {
  /** A {@link FrameErrorCode}, or a code of the results callback such as MEASUREMENT_CANCELED. */
  readonly code: FrameErrorCode | (string & {});
  /** For developers, in English. */
  readonly message: string;
  readonly address: string | null;
  /** Nothing more follows, unless the element is reloaded. Otherwise the person can try again, or the app may still come. */
  readonly isFinal: boolean;
}

/** Events of the element. None of them bubbles. */
export interface PerfuseEvents {
  /** The app is there. */
  readonly ready: ReadyDetail;
  /** Filming has begun. */
  readonly started: OfVisit;
  readonly progress: ProgressDetail;
  readonly result: ResultDetail;
  readonly error: ErrorDetail;
}
