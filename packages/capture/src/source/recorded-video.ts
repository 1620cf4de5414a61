// SPDX-License-Identifier: Apache-2.0
import type { FrameSink, FrameSource } from './sink.ts';

/** Between the last frame of one pass and the first of the next, s: a recording has no time there. */
const PASS_GAP_S = 1 / 30;

/**
 * Sends the frames of a playing recording, each with the time it has in the file. Times go on rising when the
 * recording starts again. A busy page loses frames; the gap in the times tells.
 */
export function startRecordedVideo(video: HTMLVideoElement, sink: FrameSink): FrameSource {
  let isRunning = true;
  let isSeeking = false;
  let offsetS = 0;
  let lastS = Number.NEGATIVE_INFINITY;
  let lastMediaS = Number.NEGATIVE_INFINITY;

  const show = (_now: number, { mediaTime }: VideoFrameCallbackMetadata): void => {
    if (!isRunning) return;
    video.requestVideoFrameCallback(show);
    if (isSeeking || mediaTime === lastMediaS) return;
    // Played again from an earlier place.
    if (mediaTime < lastMediaS) offsetS = lastS + PASS_GAP_S - mediaTime;
    lastMediaS = mediaTime;
    lastS = offsetS + mediaTime;
    const frame = new VideoFrame(video, { timestamp: Math.round(lastS * 1e6) });
    sink.post({ type: 'frame', frame }, [frame]);
  };
  video.requestVideoFrameCallback(show);

  return {
    stop() {
      isRunning = false;
    },
    restart() {
      isSeeking = true;
      video.loop = false;
      video.addEventListener('seeked', () => (isSeeking = false), { once: true });
      video.currentTime = 0;
      video.play().catch(() => undefined);
    },
  };
}
