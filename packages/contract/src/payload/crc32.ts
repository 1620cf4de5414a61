// SPDX-License-Identifier: Apache-2.0
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return value;
});

/** CRC-32 as of ISO 3309 / ITU-T V.42 (reflected, polynomial 0x04C11DB7), 0..2^32-1. */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  // By index: an iterator takes ten times as long over 40 kB, for each chunk and each time it is read.
  let at = 0;
  while (at < bytes.length) {
    value = (value >>> 8) ^ (TABLE[(value ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
    at += 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}
