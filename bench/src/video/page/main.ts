// SPDX-License-Identifier: Apache-2.0
/** The page that reads recordings through the product's own capture. */
import { createCapture, type Capture } from '@perfuse/capture';
import { openRecording, UnusableVideo, type Recording } from '@perfuse/capture/recording';
import { extractionAnswerSchema, type ExtractionAnswer } from '../answer.ts';
import type { ExtractionRequest } from './messages.ts';

/** Maximum number of chunks in a payload plan. */
const MAX_CHUNKS = 64;
/** Copies of the last frame: enough for the frames before them to leave the queue. */
const PADDING = 8;
const USUAL_INTERVAL_US = 33_333;

const base64 = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text);
};

/** A recording followed by copies of its last frame, some of them late enough to end the last chunk. */
class PaddedRecording {
  readonly #recording: Recording;
  readonly #gapUs: number;
  frameCount = 0;
  lastUs = 0;

  constructor(recording: Recording, chunkS: number) {
    this.#recording = recording;
    this.#gapUs = 2e6 * chunkS;
  }

  async *frames(): AsyncGenerator<VideoFrame> {
    let last: VideoFrame | undefined;
    let intervalUs = USUAL_INTERVAL_US;
    this.frameCount = 0;
    try {
      for await (const frame of this.#recording.frames()) {
        if (last !== undefined) {
          intervalUs = frame.timestamp - last.timestamp;
          last.close();
        }
        last = frame.clone();
        this.frameCount += 1;
        this.lastUs = frame.timestamp;
        yield frame;
      }
      if (last === undefined) return;
      for (let copy = 1; copy <= 2 * PADDING; copy += 1) {
        const laterUs = copy * intervalUs + (copy > PADDING ? this.#gapUs : 0);
        yield new VideoFrame(last, { timestamp: this.lastUs + laterUs });
      }
    } finally {
      last?.close();
    }
  }
}

/** @returns the payloads once all of the recording has been read. */
async function record(
  capture: Capture,
  recording: PaddedRecording,
  chunkS: number,
): Promise<string[]> {
  const payloads: string[] = [];
  const read = new Promise<void>((resolve, reject) => {
    capture.subscribe((event) => {
      if (event.type === 'chunk') payloads.push(base64(event.payload));
      else if (event.type === 'failed') reject(new Error(`${event.code}: ${event.message}`));
      else if (event.type === 'ended') resolve();
    });
  });
  await capture.attach(recording);
  capture.record({ chunkCount: MAX_CHUNKS, chunkS });
  await read;
  return payloads;
}

/** A new capture for every recording: a tracker that remembers the previous one would not give the same numbers. */
async function extract({ url, chunkS }: ExtractionRequest): Promise<ExtractionAnswer> {
  const capture = createCapture();
  try {
    const recording = await openRecording(new URL(url, document.baseURI).href);
    const padded = new PaddedRecording(recording, chunkS);
    await capture.prepare();
    const payloads = await record(capture, padded, chunkS);
    const { width, height } = recording;
    const { frameCount: frames, lastUs } = padded;
    const extracted = { ok: true, payloads, frames, lastMs: lastUs / 1000, width, height };
    return extractionAnswerSchema.parse(extracted);
  } catch (error) {
    const fault = error instanceof UnusableVideo ? error.fault : 'UNREADABLE';
    return { ok: false, fault, message: error instanceof Error ? error.message : String(error) };
  } finally {
    capture.close();
  }
}

window.extractRecording = extract;
