// SPDX-License-Identifier: Apache-2.0
import type { FrameSink, FrameSource } from './sink.ts';

export function hasVideoFrames(): boolean {
  return (
    typeof VideoFrame === 'function' && 'requestVideoFrameCallback' in HTMLVideoElement.prototype
  );
}

/**
 * Sends a frame to the worker whenever a hidden video shows a new one. A busy page loses frames here, visible as gaps
 * in the timestamps. The capture time is used if the browser provides it, since the media time may not advance.
 */
export async function startVideoFrames(
  track: MediaStreamTrack,
  sink: FrameSink,
): Promise<FrameSource> {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = new MediaStream([track]);
  let isRunning = true;

  const show = (now: number, metadata: VideoFrameCallbackMetadata): void => {
    if (!isRunning) return;
    video.requestVideoFrameCallback(show);
    // On a busy page, a picture may already be replaced when its callback runs: the frame is lost.
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    const timeMs = metadata.captureTime ?? now;
    const frame = new VideoFrame(video, { timestamp: Math.round(timeMs * 1000) });
    sink.post({ type: 'frame', frame }, [frame]);
  };
  video.requestVideoFrameCallback(show);
  await video.play();

  return {
    stop() {
      isRunning = false;
      video.srcObject = null;
    },
  };
}
