// SPDX-License-Identifier: Apache-2.0
/** Events that the measurement's machine receives. */
import type { FailureCode } from '@perfuse/contract/failures/catalogue';
import type { DeliveryNotification } from '../delivery/events.ts';
import type { CameraLostCode, FaceReading, FrameRate, RecordedChunk } from './ports.ts';

/** Commands from the screen. */
export type MeasurementCommand =
  /** Also starts another measurement after any end. */
  | { readonly type: 'OPEN_CAMERA' }
  | { readonly type: 'SWITCH_CAMERA' }
  | { readonly type: 'START' }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'TAB_HIDDEN' }
  /** Closes the message shown after an end. */
  | { readonly type: 'DISMISS' }
  /** The person navigates to another screen. */
  | { readonly type: 'LEAVE' };

/** Events from camera and capture. */
export type PortEvent =
  | { readonly type: 'FACE'; readonly face: FaceReading }
  | { readonly type: 'RATE'; readonly rate: FrameRate }
  | { readonly type: 'CHUNK_READY'; readonly chunk: RecordedChunk }
  | { readonly type: 'RECORDED' }
  | { readonly type: 'CAMERA_LOST'; readonly code: CameraLostCode }
  | { readonly type: 'CAPTURE_FAILED'; readonly code: FailureCode };

/** Ends the measurement early; the catalogue names the resulting state. */
export interface EndEvent {
  readonly type: 'END';
  readonly code: FailureCode;
}

export type MeasurementEvent =
  | MeasurementCommand
  | PortEvent
  | DeliveryNotification
  | EndEvent
  | { readonly type: 'TIMED_OUT' };
