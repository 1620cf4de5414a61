// SPDX-License-Identifier: Apache-2.0
/** What the measurement needs from the outside. The app supplies the real parts, tests small ones. */
import type { FaceReading } from '@perfuse/contract/face-reading';
import type { ResultMessage } from '@perfuse/contract/results/message';
import type { fromPromise } from 'xstate';

/** An AbortSignal, named without asking for a browser: the one that xstate hands to a promise's creator. */
export type CancelSignal = Parameters<Parameters<typeof fromPromise>[0]>[0]['signal'];

/** How many chunks one measurement has and how long they are. */
export interface CapturePlan {
  readonly chunkCount: number;
  /** s */
  readonly chunkS: number;
}

export type { FaceReading };

export interface FrameRate {
  readonly framesPerS: number;
  readonly lost: number;
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

export type CaptureNews =
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

/** It may not be used any more, or stopped for any other reason. */
export type CameraLostCode = 'CAMERA_DENIED' | 'CAMERA_STOPPED';

/** The camera. It rejects with {@link MeasurementFault}. */
export interface CameraPort {
  /** Opens the camera that the person prefers; one that is open is replaced. */
  readonly open: (signal: CancelSignal) => Promise<void>;
  /**
   * Holds exposure, white balance and focus of the open camera as they are. Never rejects: what cannot be held stays as
   * it is.
   */
  readonly lock: () => Promise<void>;
  /** Gives them back to the camera; also ends a {@link lock} that is under way. */
  readonly unlock: () => void;
  /** Also ends an opening that is under way. */
  readonly close: () => void;
  /** Told when an open camera stops giving pictures by itself. @returns ends the subscription. */
  readonly onLost: (listener: (code: CameraLostCode) => void) => () => void;
}

/** Frames to chunks, off the main thread. It rejects with {@link MeasurementFault}. */
export interface CapturePort {
  /** Loads what it needs, if it has not yet, and reads the open camera from now on. */
  readonly start: (signal: CancelSignal) => Promise<void>;
  /** Stops reading the camera. */
  readonly detach: () => void;
  readonly record: (plan: CapturePlan) => void;
  /** Gives up what is being recorded. */
  readonly stop: () => void;
  readonly subscribe: (listener: (news: CaptureNews) => void) => () => void;
}

export interface ConnectionListener {
  /** Logged in and subscribed: chunks may be sent. */
  readonly onReady: () => void;
  readonly onResult: (message: ResultMessage) => void;
  /**
   * The connection is of no use any more; `fault` is NETWORK_ERROR where trying again may help, SERVICE_BUSY where the
   * service said so.
   */
  readonly onLost: (fault: unknown) => void;
}

export interface AnalysisConnection {
  /**
   * Sends one chunk.
   * @returns when the service has stored it. Rejects with {@link MeasurementFault}: SERVICE_BUSY when it may be sent
   * again over this connection, NETWORK_ERROR when over another, else what the service refused it with.
   */
  readonly send: (chunk: OutgoingChunk) => Promise<void>;
  /** Nothing is reported afterwards. */
  readonly close: () => void;
}

export interface OutgoingChunk {
  readonly index: number;
  readonly payload: Uint8Array;
  readonly last: boolean;
}

/** The analysis service. It rejects with {@link MeasurementFault}. */
export interface AnalysisPort {
  /** What the service wants to be sent. */
  readonly plan: (signal: CancelSignal) => Promise<CapturePlan>;
  /** @returns the id of a new measurement. */
  readonly create: (signal: CancelSignal) => Promise<string>;
  readonly connect: (measurementId: string, listener: ConnectionListener) => AnalysisConnection;
  /** The result of a chunk that was computed while nobody was connected; null when there is none (yet). */
  readonly missedResult: (
    measurementId: string,
    index: number,
    signal: CancelSignal,
  ) => Promise<ResultMessage | null>;
  /** Tells the service to forget a measurement that ended early. Never throws. */
  readonly discard: (measurementId: string) => void;
}
