// SPDX-License-Identifier: Apache-2.0
import type { TrackerName } from '@perfuse/contract/configuration/measurement';
import type { FaceReading } from '@perfuse/contract/face-reading';
import type { DemographicsWire } from '@perfuse/contract/person/demographics';

export interface CaptureOptions {
  /** Face tracker to use; mediapipe if visage cannot run. @default 'mediapipe' */
  readonly tracker?: TrackerName;
  /** Required by the visage tracker. */
  readonly visage?: VisageFiles;
  /** A learned estimator that also reads the face; without it, or if it cannot run, nothing else changes. */
  readonly learned?: LearnedFiles;
  /** Emit {@link TimingEvent}s; for benchmarks. @default false */
  readonly timings?: boolean;
}

/** Location of the licensed files of the visage tracker. */
export interface VisageFiles {
  /** Folder of visageSDK.js, .wasm, .data and the tracker's configuration; ends with a slash. */
  readonly baseUrl: string;
  /** File name of the licence in that folder. */
  readonly licence: string;
}

/** Location of a learned estimator and its runtime. */
export interface LearnedFiles {
  /** Folder of the network and of ONNX Runtime, as the server serves them; ends with a slash. */
  readonly baseUrl: string;
}

/** `missing`: no files, or they cannot be loaded. `unlicensed`: the licence was refused. */
export type TrackerRefusal = 'missing' | 'unlicensed';

/** Result of {@link Capture.prepare}. */
export interface Prepared {
  /** The tracker in use. */
  readonly tracker: TrackerName;
  /** Why it is not the requested one; null when it is. */
  readonly refusal: { readonly reason: TrackerRefusal; readonly message: string } | null;
  /** Why the learned estimator does not run, empty when it does; null when none was requested. */
  readonly learned: string | null;
}

/** What one measurement records. */
export interface RecordPlan {
  /** Chunks of the measurement, 1..64. */
  readonly chunkCount: number;
  /** Length of each chunk, s. */
  readonly chunkS: number;
  /** Sent in every chunk. */
  readonly person?: DemographicsWire;
}

/**
 * Replaces a camera. Until recording starts, the frames are shown in a loop, no faster than they were filmed; then each
 * frame is read as soon as the previous one is done, so that none is lost and the numbers are the same on every
 * machine.
 */
export interface RecordedFrames {
  /**
   * Every frame from the start, in presentation order, with its time in the file as `timestamp`. The receiver closes
   * it.
   */
  frames(): AsyncIterable<VideoFrame>;
}

/** Pipeline of one camera from frames to chunks of numbers. Images never leave it. */
export interface Capture {
  /**
   * Starts both workers, loads wasm and models and warms up the tracker on a blank image; call it before a camera
   * opens. A second call waits for the first.
   * @throws CaptureError when something cannot be loaded, or it is closed in the meantime.
   */
  prepare(): Promise<Prepared>;
  /**
   * Reads frames of `source`, replacing any earlier one: a camera's track, or a recording. The caller keeps ownership
   * of a track: neither detach nor close stops it.
   * @throws CaptureError when the browser has no way to read frames, or `prepare` has not finished.
   */
  attach(source: MediaStreamTrack | RecordedFrames): Promise<void>;
  /** Stops reading frames and discards the current recording. */
  detach(): void;
  /** Records chunks from the next frame on; recorded frames are read from their start. Replaces a running recording. */
  record(plan: RecordPlan): void;
  /** Stops recording and discards the unfinished chunk; tracking continues. */
  stop(): void;
  /** @returns a function that ends the subscription. */
  subscribe(listener: (event: CaptureEvent) => void): () => void;
  /** Ends both workers. The object cannot be used afterwards. */
  close(): void;
}

/** Per tracked frame, about 15 per second. */
export interface FaceEvent extends FaceReading {
  readonly type: 'face';
  /** Face oval, x and y alternating, for the overlay; empty without a face. */
  readonly outline: Float32Array;
}

/** About once a second. */
export interface RateEvent {
  readonly type: 'rate';
  /** From the latest 10 frame timestamps. */
  readonly framesPerS: number;
}

/** Durations of the steps for each frame since the previous one; only with {@link CaptureOptions.timings}. */
export interface TimingEvent {
  readonly type: 'timing';
  readonly trackMs: Float32Array;
  readonly copyMs: Float32Array;
  readonly extractMs: Float32Array;
}

/** A finished chunk, ready to send. */
export interface ChunkEvent {
  readonly type: 'chunk';
  /** 0-based. */
  readonly index: number;
  /** Encoded by `@perfuse/contract/payload/codec`. */
  readonly payload: Uint8Array;
  /** Capture times of its first and last frame, ms on the camera's clock. */
  readonly startMs: number;
  readonly endMs: number;
  readonly frames: number;
  readonly dropped: number;
  /** Share of its frames with a face, 0..1. */
  readonly faceShare: number;
}

export type CaptureEvent =
  | FaceEvent
  | RateEvent
  | TimingEvent
  | ChunkEvent
  /** After the last chunk. */
  | {
      readonly type: 'recorded';
      readonly frames: number;
      readonly dropped: number;
      readonly framesPerS: number;
    }
  | { readonly type: 'ended' }
  | { readonly type: 'failed'; readonly code: CaptureFailure; readonly message: string };

/**
 * WORKER_ERROR: a worker died or the tracker failed. COLLECTOR_INIT: something could not be loaded or started.
 * CREATE_CHUNK_FAIL: a chunk could not be encoded; the recording has ended.
 */
export type CaptureFailure = 'WORKER_ERROR' | 'COLLECTOR_INIT' | 'CREATE_CHUNK_FAIL';

/** Rejection of {@link Capture.prepare} and {@link Capture.attach}. */
export class CaptureError extends Error {
  override readonly name = 'CaptureError';
  readonly code: CaptureFailure = 'COLLECTOR_INIT';
}

/** A file to fetch before {@link Capture.prepare}, with a content-hashed, immutable URL. */
export interface CaptureAsset {
  readonly url: string;
}
