// SPDX-License-Identifier: Apache-2.0
/** Bytes processed per step. */
const STEP = 8;

/** One table for each byte of a step: its effect on the sum, given the number of bytes after it. */
const TABLES = tables();

function tables(): Uint32Array {
  const all = new Uint32Array(STEP * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) {
      value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    }
    all[byte] = value;
  }
  for (let at = 256; at < all.length; at += 1) {
    const before = all[at - 256] ?? 0;
    all[at] = (before >>> 8) ^ (all[before & 0xff] ?? 0);
  }
  return all;
}

/**
 * CRC-32 of ISO 3309 / ITU-T V.42 (reflected, polynomial 0x04C11DB7), 0..2^32-1. Eight bytes per step (slicing by 8:
 * Kounavis & Berry 2008, doi:10.1109/TC.2008.85).
 */
export function crc32(bytes: Uint8Array): number {
  const table = TABLES;
  let value = -1;
  let at = 0;
  // By index: an iterator takes ten times as long over 40 kB, for each chunk and each time that it is read.
  for (const end = bytes.length - STEP; at <= end; at += STEP) {
    value =
      (table[0x700 + ((value ^ (bytes[at] ?? 0)) & 0xff)] ?? 0) ^
      (table[0x600 + (((value >>> 8) ^ (bytes[at + 1] ?? 0)) & 0xff)] ?? 0) ^
      (table[0x500 + (((value >>> 16) ^ (bytes[at + 2] ?? 0)) & 0xff)] ?? 0) ^
      (table[0x400 + ((value >>> 24) ^ (bytes[at + 3] ?? 0))] ?? 0) ^
      (table[0x300 + (bytes[at + 4] ?? 0)] ?? 0) ^
      (table[0x200 + (bytes[at + 5] ?? 0)] ?? 0) ^
      (table[0x100 + (bytes[at + 6] ?? 0)] ?? 0) ^
      (table[bytes[at + 7] ?? 0] ?? 0);
  }
  for (; at < bytes.length; at += 1) {
    value = (value >>> 8) ^ (table[(value ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  }
  return (value ^ -1) >>> 0;
}
