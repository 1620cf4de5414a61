// SPDX-License-Identifier: Apache-2.0
/** Common part of all tracker workers: load on the first message, then answer frame by frame. */
import type { WorkerReport } from '../worker/messages.ts';
import { errorText } from '../error-text.ts';
import type { FaceTracker } from './face-tracker.ts';
import {
  isTrackerReset,
  isTrackRequest,
  trackerStartSchema,
  type TrackReply,
  type TrackRequest,
} from './messages.ts';
import { TrackerRefused } from './tracker-refused.ts';

const report = (message: WorkerReport): void => self.postMessage(message);

async function look(
  tracker: FaceTracker,
  { id, timeMs, frame }: TrackRequest,
): Promise<TrackReply> {
  const began = performance.now();
  try {
    const face = await tracker.track(frame);
    return { id, timeMs, ms: performance.now() - began, face };
  } catch (error) {
    const ms = performance.now() - began;
    return { id, timeMs, ms, face: undefined, error: errorText(error) };
  } finally {
    frame.close();
  }
}

async function start(message: unknown, make: (settings: unknown) => FaceTracker): Promise<void> {
  const { settings, port } = trackerStartSchema.parse(message);
  const tracker = make(settings);
  await tracker.load();
  // A frame that is sent right after a reset waits for it.
  let resetting: Promise<void> = Promise.resolve();
  port.onmessage = async ({ data }: MessageEvent<unknown>) => {
    if (isTrackerReset(data)) resetting = tracker.reset?.().catch(() => undefined) ?? resetting;
    if (!isTrackRequest(data)) return;
    await resetting;
    const reply = await look(tracker, data);
    port.postMessage(reply, reply.face ? [reply.face.points.buffer] : []);
  };
}

/** Runs a tracker in this worker. @param make parses the settings that it receives. */
export function hostTracker(make: (settings: unknown) => FaceTracker): void {
  self.onmessage = ({ data }: MessageEvent<unknown>) => {
    start(data, make).then(
      () => report({ type: 'ready', readsTracks: false }),
      (error: unknown) => {
        const refusal = error instanceof TrackerRefused ? error.reason : undefined;
        report({ type: 'not-ready', message: errorText(error), refusal });
      },
    );
  };
}
