// SPDX-License-Identifier: Apache-2.0
/** Draws the computer-generated face, picture by picture: without compression, so that the drawn pulse is preserved. */
import { createFaceVideo } from '@perfuse/phantom';
import { SAMPLE_VIDEO } from './sample-person.ts';
import type { SampleReport, SampleRequest } from './messages.ts';

const video = createFaceVideo(SAMPLE_VIDEO);

const tell = (report: SampleReport, transfer: Transferable[] = []): void =>
  self.postMessage(report, { transfer });

// Only this app's own page can send messages here.
self.addEventListener('message', ({ data: { number } }: MessageEvent<SampleRequest>) => {
  const data = video.frame(number);
  tell({ type: 'picture', data }, [data.buffer]);
});

const { width, height, frameRate, frameCount } = video;
tell({ type: 'ready', width, height, frameRate, frameCount });
