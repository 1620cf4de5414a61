// SPDX-License-Identifier: Apache-2.0
import type { TrackerName } from '@perfuse/contract/configuration/measurement';
import type { FaceReading } from '@perfuse/contract/face-reading';
import type { DemographicsWire } from '@perfuse/contract/person/demographics';

export interface CaptureOptions {
  /** Which face tracker reads the frames. Where visage cannot, mediapipe does. @default 'mediapipe' */
  readonly tracker?: TrackerName;
  /** Without them the visage tracker is missing. */
  readonly visage?: VisageFiles;
  /** A learned estimator that reads the face, too; without it, or where it cannot run, all else is as it is. */
  readonly learned?: LearnedFiles;
  /** Emit {@link TimingEvent}s; for benchmarks. @default false */
  readonly timings?: boolean;
}

/** Where the licensed files of the visage tracker are. */
export interface VisageFiles {
  /** Folder of visageSDK.js, .wasm, .data and the tracker's configuration; ends with a slash. */
  readonly baseUrl: string;
  /** File name of the licence in that folder. */
  readonly licence: string;
}

/** Where a learned estimator and its runtime are. */
export interface LearnedFiles {
  /** Folder of the network and of ONNX Runtime, as the server serves them; ends with a slash. */
  readonly baseUrl: string;
}

/** `missing`: no files, or they do not load. `unlicensed`: the licence was refused. */
export type TrackerRefusal = 'missing' | 'unlicensed';

/** How {@link Capture.prepare} went. */
export interface Prepared {
  /** The tracker that reads the frames. */
  readonly tracker: TrackerName;
  /** Why it is not the one that was asked for; null when it is. */
  readonly refusal: { readonly reason: TrackerRefusal; readonly message: string } | null;
  /** Of the learned estimator: why it does not run, empty when it does; null when none was asked for. */
  readonly learned: string | null;
}

/** What one measurement collects. */
export interface RecordPlan {
  /** Chunks of the measurement, 1..64. */
  readonly chunkCount: number;
  /** Length of each chunk, s. */
  readonly chunkS: number;
  /** Travels in every chunk. */
  readonly person?: DemographicsWire;
}

/**
 * What is read instead of a camera. Until it is recorded it is shown over and over, no faster than it was filmed; from
 * then on each frame is read as soon as the one before it is done, so that none is lost and the numbers are the same on
 * every machine.
 */
export interface RecordedFrames {
  /**
   * Every frame from the beginning, in the order in which it is shown, with its time in the file as `timestamp`.
   * The receiver closes it.
   */
  frames(): AsyncIterable<VideoFrame>;
}

/** One camera's way from frames to chunks of numbers. Images never leave it. */
export interface Capture {
  /**
   * Starts both workers, loads wasm and models and warms the tracker on a blank image; do this before a camera
   * opens. A second call waits for the first.
   * @throws DOMException 'AbortError' when `signal` aborts; {@link CaptureError} when something cannot be loaded.
   */
  prepare(signal?: AbortSignal): Promise<Prepared>;
  /**
   * Reads frames of `source`, instead of an earlier one if there was one: a camera's track, or a recording. A track
   * stays the caller's: neither detach nor close stops it.
   * @throws CaptureError when the browser has no way to read frames, or `prepare` has not finished.
   */
  attach(source: MediaStreamTrack | RecordedFrames): Promise<void>;
  /** Stops reading frames. What was being recorded is given up. */
  detach(): void;
  /** Collects chunks from the next frame on; a recording is played from its beginning. Replaces a running one. */
  record(plan: RecordPlan): void;
  /** Stops collecting and gives up the unfinished chunk; tracking goes on. */
  stop(): void;
  /** @returns a function that ends the subscription. */
  subscribe(listener: (event: CaptureEvent) => void): () => void;
  /** Ends both workers. The object is of no use afterwards. */
  close(): void;
}

/** Per tracked frame, about 15 a second. */
export interface FaceEvent extends FaceReading {
  readonly type: 'face';
  /** 0..1. */
  readonly confidence: number;
  /** Face oval, x and y alternating, for the overlay; empty without a face. */
  readonly outline: Float32Array;
}

/** About once a second. */
export interface RateEvent {
  readonly type: 'rate';
  /** From the last 10 frame timestamps. */
  readonly framesPerS: number;
  /** Frames lost since `attach`, as far as gaps in the timestamps tell. */
  readonly lost: number;
  /** Median of the last second, ms per tracked frame. */
  readonly trackMs: number;
  /** Median of the last second, ms per frame. */
  readonly extractMs: number;
}

/** Every sample behind {@link RateEvent}; only with {@link CaptureOptions.timings}. */
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
 * CREATE_CHUNK_FAIL: a chunk could not be encoded; the recording is over.
 */
export type CaptureFailure = 'WORKER_ERROR' | 'COLLECTOR_INIT' | 'CREATE_CHUNK_FAIL';

/** What {@link Capture.prepare} and {@link Capture.attach} reject with. */
export class CaptureError extends Error {
  override readonly name = 'CaptureError';
  readonly code: CaptureFailure = 'COLLECTOR_INIT';
}

/** A file to fetch ahead of {@link Capture.prepare}, under a content-hashed, immutable address. */
export interface CaptureAsset {
  readonly url: string;
}
