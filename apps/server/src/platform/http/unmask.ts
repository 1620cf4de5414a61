// SPDX-License-Identifier: Apache-2.0
/**
 * Replaces the package `bufferutil`, which the websocket library uses instead of its own loops if it finds it; the
 * server's bundle provides this file under that name. Frames are unmasked by words: by bytes it takes ten times as
 * long.
 */
const WORD = Int32Array.BYTES_PER_ELEMENT;

/** Bytes that belong to no whole word. */
function unmaskBytes(bytes: Uint8Array, key: Uint8Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) bytes[at] = (bytes[at] ?? 0) ^ (key[at % WORD] ?? 0);
}

/** @param key four bytes. @public */
export function unmask(bytes: Uint8Array, key: Uint8Array): void {
  const { buffer, byteOffset, length } = bytes;
  const begin = Math.min(length, -byteOffset & (WORD - 1));
  const count = Math.floor((length - begin) / WORD);
  unmaskBytes(bytes, key, 0, begin);
  unmaskBytes(bytes, key, begin + count * WORD, length);
  if (count === 0) return;
  const words = new Int32Array(buffer, byteOffset + begin, count);
  const turned = Uint8Array.from(key, (_, at) => key[(begin + at) % WORD] ?? 0);
  const [word = 0] = new Int32Array(turned.buffer);
  for (let at = 0; at < count; at += 1) words[at] = (words[at] ?? 0) ^ word;
}

/** For the library's clients. @public */
export function mask(
  source: Uint8Array,
  key: Uint8Array,
  output: Uint8Array,
  offset: number,
  length: number,
): void {
  output.set(source.subarray(0, length), offset);
  unmask(output.subarray(offset, offset + length), key);
}
