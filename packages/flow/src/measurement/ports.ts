// SPDX-License-Identifier: Apache-2.0
/** External dependencies of the measurement. The app supplies the real ones, tests use fakes. */
import type { FaceReading } from '@perfuse/contract/face-reading';
import type { ResultMessage } from '@perfuse/contract/results/message';
import type { fromPromise } from 'xstate';

/** An AbortSignal, named without the browser's types: the one that xstate passes to a promise's creator. */
export type CancelSignal = Parameters<Parameters<typeof fromPromise>[0]>[0]['signal'];

/** Number and duration of a measurement's chunks. */
export interface CapturePlan {
  readonly chunkCount: number;
  /** s */
  readonly chunkS: number;
}

export type { FaceReading };

export interface FrameRate {
  readonly framesPerS: number;
}

export interface RecordedChunk {
  readonly index: number;
  readonly payload: Uint8Array;
  /** Capture times of its first and last frame, ms. */
  readonly startMs: number;
  readonly endMs: number;
  readonly frames: number;
  readonly dropped: number;
}

export type CaptureNotification =
  | ({ readonly type: 'face' } & FaceReading)
  | ({ readonly type: 'rate' } & FrameRate)
  | ({ readonly type: 'chunk' } & RecordedChunk)
  | {
      readonly type: 'recorded';
      readonly frames: number;
      readonly dropped: number;
      readonly framesPerS: number;
    }
  | { readonly type: 'ended' }
  | {
      readonly type: 'failed';
      readonly code: 'WORKER_ERROR' | 'COLLECTOR_INIT' | 'CREATE_CHUNK_FAIL';
    }
  | { readonly type: 'timing' };

/** The permission was withdrawn, or the camera stopped for any other reason. */
export type CameraLostCode = 'CAMERA_DENIED' | 'CAMERA_STOPPED';

/** The camera. Its calls reject with {@link MeasurementFault}. */
export interface CameraPort {
  /** Opens the camera that the person prefers, replacing an open one. */
  readonly open: (signal: CancelSignal) => Promise<void>;
  /**
   * Locks exposure, white balance and focus of the open camera. Never rejects: a setting that cannot be locked stays as
   * it is.
   */
  readonly lock: () => Promise<void>;
  /** Returns them to automatic control; also cancels a pending {@link lock}. */
  readonly unlock: () => void;
  /** Also cancels a pending opening. */
  readonly close: () => void;
  /** Calls the listener when an open camera stops by itself. @returns a function that unsubscribes. */
  readonly onLost: (listener: (code: CameraLostCode) => void) => () => void;
}

/** Converts frames to chunks, off the main thread. Its calls reject with {@link MeasurementFault}. */
export interface CapturePort {
  /** Loads its code and models if necessary, and reads the open camera from now on. */
  readonly start: (signal: CancelSignal) => Promise<void>;
  /** Stops reading the camera. */
  readonly detach: () => void;
  readonly record: (plan: CapturePlan) => void;
  /** Discards the current recording. */
  readonly stop: () => void;
  readonly subscribe: (listener: (notification: CaptureNotification) => void) => () => void;
}

export interface ConnectionListener {
  /** Logged in and subscribed: chunks may be sent. */
  readonly onReady: () => void;
  readonly onResult: (message: ResultMessage) => void;
  /**
   * The connection can no longer be used; `fault` is NETWORK_ERROR where a retry may help, SERVICE_BUSY where the
   * service reported that.
   */
  readonly onLost: (fault: unknown) => void;
}

export interface AnalysisConnection {
  /**
   * Sends one chunk.
   * @returns when the service has stored it. Rejects with {@link MeasurementFault}: SERVICE_BUSY when it may be resent
   * over this connection, NETWORK_ERROR when over another, else the service's refusal.
   */
  readonly send: (chunk: OutgoingChunk) => Promise<void>;
  /** Nothing is reported after this. */
  readonly close: () => void;
}

export interface OutgoingChunk {
  readonly index: number;
  readonly payload: Uint8Array;
  readonly last: boolean;
}

/** The analysis service. Its calls reject with {@link MeasurementFault}. */
export interface AnalysisPort {
  /** The service's capture plan. */
  readonly plan: (signal: CancelSignal) => Promise<CapturePlan>;
  /** @returns the id of a new measurement. */
  readonly create: (signal: CancelSignal) => Promise<string>;
  readonly connect: (measurementId: string, listener: ConnectionListener) => AnalysisConnection;
  /** The result of a chunk that was computed without a connection; null when there is none (yet). */
  readonly missedResult: (
    measurementId: string,
    index: number,
    signal: CancelSignal,
  ) => Promise<ResultMessage | null>;
  /** Makes the service delete a measurement that ended early. Never throws. */
  readonly discard: (measurementId: string) => void;
}
