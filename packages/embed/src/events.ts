// SPDX-License-Identifier: Apache-2.0
import type { Delivered } from './results.ts';

interface OfVisit {
  /** Session id of the visit, as in your server and webhooks; '' before the visit starts. */
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
  /** Your results callback with the result, for a page that redirects to it; null without a callback. */
  readonly address: string | null;
  /** The visit is over: the element may be removed. */
  readonly isFinal: boolean;
}

/** Why the app could not be shown. */
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
  /**
   * No further event follows, unless the element is reloaded. Otherwise the person can try again, or the app may still
   * load.
   */
  readonly isFinal: boolean;
}

/** Events of the element. None of them bubbles. */
export interface PerfuseEvents {
  /** The app has loaded. */
  readonly ready: ReadyDetail;
  /** Filming has started. */
  readonly started: OfVisit;
  readonly progress: ProgressDetail;
  readonly result: ResultDetail;
  readonly error: ErrorDetail;
}
