// SPDX-License-Identifier: Apache-2.0
/** The worker that looks for the face, frame by frame. */
import { errorText } from '../worker/error-text.ts';
import {
  isTrackRequest,
  trackerStartSchema,
  type TrackReply,
  type TrackRequest,
} from './messages.ts';
import { allowOnlyOwnFiles } from './own-files.ts';
import type { FaceTracker } from './face-tracker.ts';
import { TRACKERS } from './trackers.ts';

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

async function start(message: unknown): Promise<void> {
  const { tracker: name, files, port } = trackerStartSchema.parse(message);
  allowOnlyOwnFiles(files);
  const tracker = TRACKERS[name]();
  await tracker.load();
  port.onmessage = async ({ data }: MessageEvent<unknown>) => {
    if (!isTrackRequest(data)) return;
    const reply = await look(tracker, data);
    port.postMessage(reply, reply.face ? [reply.face.points.buffer] : []);
  };
}

self.onmessage = ({ data }: MessageEvent<unknown>) => {
  start(data).then(
    () => {
      self.postMessage({ type: 'ready' });
    },
    (error: unknown) => {
      self.postMessage({ type: 'not-ready', message: errorText(error) });
    },
  );
};
