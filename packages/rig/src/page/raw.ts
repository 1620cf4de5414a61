// SPDX-License-Identifier: Apache-2.0
/** y4m recordings, which no media library reads. */
import { framesPerSecond, i420Bytes, parseY4mHeader, Y4M_HEADER_LIMIT } from '../y4m.ts';
import { UnusableVideo, type Source, type TimedPicture } from './source.ts';

/** Hands out exact numbers of bytes of a stream. */
class ByteReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
  }

  /** @returns the bytes, or null when the stream ends before. */
  async take(count: number): Promise<Uint8Array | null> {
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

async function streamOf(url: string): Promise<ReadableStream<Uint8Array>> {
  const { body } = await fetch(url);
  if (!body) throw new UnusableVideo('UNREADABLE', 'The file is empty.');
  return body;
}

export async function openRaw(url: string): Promise<Source> {
  const reader = new ByteReader(await streamOf(url));
  const line = (await reader.line(Y4M_HEADER_LIMIT)) ?? new Uint8Array(0);
  const parsed = parseY4mHeader(Uint8Array.of(...line, 10));
  if (!parsed.ok) throw new UnusableVideo('UNREADABLE', parsed.reason);
  const { width, height, rate } = parsed.value.header;
  async function* pictures(): AsyncGenerator<TimedPicture> {
    try {
      for (let frame = 0; (await reader.line(Y4M_HEADER_LIMIT)) !== null; frame += 1) {
        const data = await reader.take(i420Bytes(width, height));
        if (!data) return;
        yield {
          atS: frame / framesPerSecond(rate),
          picture: { width, height, data },
          rotation: 0,
        };
      }
    } finally {
      await reader.cancel();
    }
  }
  return { width, height, rate, pictures };
}
