// SPDX-License-Identifier: Apache-2.0
/** y4m recordings, which media libraries do not support. */
import { UnusableVideo } from './unusable-video.ts';
import {
  framesPerSecond,
  i420Bytes,
  parseY4mHeader,
  Y4M_FRAME,
  Y4M_HEADER_LIMIT,
  type FrameRate,
} from './y4m.ts';

/** One picture as planes of I420, without padding. */
export interface RawPicture {
  /** Since the start, s. */
  readonly atS: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

export interface RawVideo {
  readonly width: number;
  readonly height: number;
  readonly rate: FrameRate;
  /** Bytes before the first frame. */
  readonly headerBytes: number;
  /** Reads on to the end; can be called once. */
  readonly pictures: () => AsyncGenerator<RawPicture>;
  /** Call it instead of reading on. */
  readonly cancel: () => Promise<void>;
}

/** Reads exact numbers of bytes from a stream. */
class ByteReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
  }

  /** @returns the bytes, or null when the stream ends earlier. */
  async take(count: number): Promise<Uint8Array<ArrayBuffer> | null> {
    const out = new Uint8Array(count);
    let filled = 0;
    while (filled < count) {
      if (this.#rest.length === 0) {
        const { done, value } = await this.#reader.read();
        if (done) return null;
        this.#rest = value;
      }
      const part = this.#rest.subarray(0, count - filled);
      out.set(part, filled);
      this.#rest = this.#rest.subarray(part.length);
      filled += part.length;
    }
    return out;
  }

  /** @returns a line without its end, or null when there is none within the limit. */
  async line(limit: number): Promise<Uint8Array | null> {
    const bytes: number[] = [];
    while (bytes.length < limit) {
      const [byte] = (await this.take(1)) ?? [];
      if (byte === undefined) return null;
      if (byte === 10) return Uint8Array.from(bytes);
      bytes.push(byte);
    }
    return null;
  }

  async cancel(): Promise<void> {
    await this.#reader.cancel();
  }
}

/** @throws UnusableVideo when the stream does not start like a y4m file. */
export async function readRaw(stream: ReadableStream<Uint8Array>): Promise<RawVideo> {
  const reader = new ByteReader(stream);
  const line = (await reader.line(Y4M_HEADER_LIMIT)) ?? new Uint8Array(0);
  const parsed = parseY4mHeader(Uint8Array.of(...line, 10));
  if (!parsed.ok) {
    await reader.cancel();
    throw new UnusableVideo('UNREADABLE', parsed.reason);
  }
  const { header, bytes: headerBytes } = parsed.value;
  const { width, height, rate } = header;
  async function* pictures(): AsyncGenerator<RawPicture> {
    try {
      for (let frame = 0; (await reader.line(Y4M_HEADER_LIMIT)) !== null; frame += 1) {
        const data = await reader.take(i420Bytes(width, height));
        if (data === null) return;
        yield { atS: frame / framesPerSecond(rate), data };
      }
    } finally {
      await reader.cancel();
    }
  }
  return { width, height, rate, headerBytes, pictures, cancel: () => reader.cancel() };
}

/** Length of a file whose frames have the plain marker, s. */
export function rawDurationS({ width, height, rate, headerBytes }: RawVideo, size: number): number {
  const frames = Math.floor((size - headerBytes) / (Y4M_FRAME.length + i420Bytes(width, height)));
  return frames / framesPerSecond(rate);
}
