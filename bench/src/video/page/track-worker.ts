// SPDX-License-Identifier: Apache-2.0
/** The product's face tracker in a worker of its own, with the same network rule. */
import { z } from '@perfuse/contract/schema';
import { createMediapipeTracker } from '../../../../packages/capture/src/tracker/mediapipe.ts';
import {
  isTrackRequest,
  type TrackReply,
} from '../../../../packages/capture/src/tracker/messages.ts';
import { allowOnlyOwnFiles } from '../../../../packages/capture/src/tracker/own-files.ts';

const startSchema = z.object({
  files: z.record(z.string(), z.url()),
  port: z.instanceof(MessagePort),
});

async function start(message: unknown): Promise<void> {
  const { files, port } = startSchema.parse(message);
  allowOnlyOwnFiles(files);
  const tracker = createMediapipeTracker();
  await tracker.load();
  port.onmessage = async ({ data }: MessageEvent<unknown>) => {
    if (!isTrackRequest(data)) return;
    const { id, timeMs, frame } = data;
    let reply: TrackReply = { id, timeMs, ms: 0, face: undefined };
    try {
      reply = { ...reply, face: await tracker.track(frame) };
    } catch (error) {
      reply = { ...reply, error: String(error) };
    }
    frame.close();
    port.postMessage(reply);
  };
}

self.onmessage = ({ data }: MessageEvent<unknown>) => {
  start(data).then(
    () => self.postMessage('ready'),
    (error: unknown) => self.postMessage(String(error)),
  );
};
