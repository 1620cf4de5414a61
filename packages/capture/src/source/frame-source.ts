// SPDX-License-Identifier: Apache-2.0
import { CaptureError } from '../api.ts';
import type { FrameSink, FrameSource } from './sink.ts';
import { findTrackProcessor, PROCESSOR_BUFFER } from './track-processor.ts';
import { hasVideoFrames, startVideoFrames } from './video-frames.ts';

/**
 * Starts the best way of reading frames that this browser has:
 * 1. a processor on the page whose stream is transferred to the worker: a busy page cannot cost a frame;
 * 2. a processor in the worker, fed with a clone of the track;
 * 3. a hidden video element and a callback per frame, on the page.
 * If no frame arrives, the capture falls back to the last. The first two stop when the worker receives a detach; `stop`
 * ends what runs on the page.
 */
export async function startSource(track: MediaStreamTrack, sink: FrameSink): Promise<FrameSource> {
  if (readOnPage(track, sink) || readInWorker(track, sink)) return { stop: () => undefined };
  if (hasVideoFrames()) return await startVideoFrames(track, sink);
  throw new CaptureError('This browser cannot read the frames of a camera.');
}

function readOnPage(track: MediaStreamTrack, sink: FrameSink): boolean {
  const Processor = findTrackProcessor();
  if (Processor === undefined) return false;
  try {
    const { readable } = new Processor({ track, maxBufferSize: PROCESSOR_BUFFER });
    sink.post({ type: 'frames', stream: readable }, [readable]);
    return true;
  } catch {
    // The stream cannot be transferred: the other ways may still work.
    return false;
  }
}

function readInWorker(track: MediaStreamTrack, sink: FrameSink): boolean {
  if (!sink.readsTracks) return false;
  // A transferred track is no longer available on the page, so the caller keeps the original.
  const clone = track.clone();
  try {
    // Safari transfers tracks; the type library does not list them as Transferable.
    sink.post({ type: 'track', track: clone }, [clone]);
    return true;
  } catch {
    clone.stop();
    return false;
  }
}
