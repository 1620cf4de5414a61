// SPDX-License-Identifier: Apache-2.0
/** Messages between the capture worker and the tracker worker, and from the page to the latter. */
import { z } from '@perfuse/contract/schema';
import { LANDMARK_COUNT, type FaceLandmarks } from '../face/landmarks.ts';
import { isRecord } from '@perfuse/contract/is-record';

/** Settings of the mediapipe tracker: URLs by plain file names. */
export const mediapipeStartSchema = z.object({
  files: z.record(z.string(), z.url()),
});

/** Settings of the visage tracker: VisageFiles. */
export const visageStartSchema = z.object({
  /** Ends with a slash. */
  baseUrl: z.url(),
  licence: z.string(),
});

/** The first message to a tracker's worker; `settings` are those of its tracker. */
export const trackerStartSchema = z.object({
  type: z.literal('start'),
  settings: z.unknown(),
  /** Connects to the capture worker. */
  port: z.instanceof(MessagePort),
});
export type TrackerStart = z.infer<typeof trackerStartSchema>;

/** A frame to track; it is transferred, and the receiver closes it. */
export interface TrackRequest {
  readonly id: number;
  readonly timeMs: number;
  readonly frame: VideoFrame;
}

/** The next frame belongs to another scene: no face is followed into it. */
export interface TrackerReset {
  readonly type: 'reset';
}

export interface TrackReply {
  readonly id: number;
  readonly timeMs: number;
  /** Duration, ms. */
  readonly ms: number;
  readonly face: FaceLandmarks | undefined;
  /** Why it could not be tracked. */
  readonly error?: string;
}

// Both guards run for every frame, so they check types and lengths, not each number.

export function isTrackRequest(value: unknown): value is TrackRequest {
  return (
    isRecord(value) &&
    typeof value['id'] === 'number' &&
    typeof value['timeMs'] === 'number' &&
    value['frame'] instanceof VideoFrame
  );
}

export const isTrackerReset = (value: unknown): value is TrackerReset =>
  isRecord(value) && value['type'] === 'reset';

const isFace = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value['confidence'] === 'number' &&
  value['points'] instanceof Float32Array &&
  value['points'].length === LANDMARK_COUNT * 2;

export function isTrackReply(value: unknown): value is TrackReply {
  return (
    isRecord(value) &&
    typeof value['id'] === 'number' &&
    typeof value['timeMs'] === 'number' &&
    typeof value['ms'] === 'number' &&
    (value['error'] === undefined || typeof value['error'] === 'string') &&
    (value['face'] === undefined || isFace(value['face']))
  );
}
