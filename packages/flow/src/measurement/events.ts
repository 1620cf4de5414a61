// SPDX-License-Identifier: Apache-2.0
/** What the measurement's machine hears. */
import type { FailureCode } from '@perfuse/contract/failures/catalogue';
import type { DeliveryNews } from '../delivery/events.ts';
import type { CameraLostCode, FaceReading, FrameRate, RecordedChunk } from './ports.ts';

/** What the screen may ask. */
export type MeasurementCommand =
  /** Also measures again after any end. */
  | { readonly type: 'OPEN_CAMERA' }
  | { readonly type: 'SWITCH_CAMERA' }
  | { readonly type: 'START' }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'TAB_HIDDEN' }
  /** Closes what is shown after an end. */
  | { readonly type: 'DISMISS' }
  /** The person goes to another screen. */
  | { readonly type: 'LEAVE' };

/** What camera and capture tell. */
export type PortEvent =
  | { readonly type: 'FACE'; readonly face: FaceReading }
  | { readonly type: 'RATE'; readonly rate: FrameRate }
  | { readonly type: 'CHUNK_READY'; readonly chunk: RecordedChunk }
  | { readonly type: 'RECORDED' }
  | { readonly type: 'CAMERA_LOST'; readonly code: CameraLostCode }
  | { readonly type: 'CAPTURE_FAILED'; readonly code: FailureCode };

/** Something ends the measurement early; the catalogue says to which state it leads. */
export interface EndEvent {
  readonly type: 'END';
  readonly code: FailureCode;
}

export type MeasurementEvent =
  | MeasurementCommand
  | PortEvent
  | DeliveryNews
  | EndEvent
  | { readonly type: 'TIMED_OUT' };
