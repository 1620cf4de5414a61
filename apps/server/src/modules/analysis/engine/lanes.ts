// SPDX-License-Identifier: Apache-2.0
/** FNV-1a, 32 bits. */
const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** The worker of a measurement, 0..count-1: always the same one, as it keeps the measurement's chunks. */
export function laneOf(measurementId: string, count: number): number {
  let hash = OFFSET;
  for (let at = 0; at < measurementId.length; at += 1) {
    hash = Math.imul(hash ^ measurementId.charCodeAt(at), PRIME);
  }
  return (hash >>> 0) % count;
}
